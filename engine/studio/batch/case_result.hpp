#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glint::studio {

/// How one run ended.
struct CaseResult {
    int status = 0;        ///< of the program; 128 and the number of the signal that ended it
    std::string reason{};  ///< why it is not 0
    double seconds = 0;    ///< from the start of its command
    std::uint64_t steps = 0;
    double time = 0;  ///< that was simulated, in the unit of dt
    std::vector<std::pair<std::string, double>> monitors{};  ///< last values, by function

    bool is_done() const noexcept { return status == 0; }
};

/// The status of a case that took longer than it may.
inline constexpr int kTimedOut = 124;

/// Writes it as JSON, whole or not at all. It is on the disk when this returns, and before it what
/// was put off by LateSync. Throws Error(io).
void write_case_result(const std::filesystem::path& file, const CaseResult& result);

/// Nothing if there is no such file, or if it is none of these.
std::optional<CaseResult> read_case_result(const std::filesystem::path& file);

}  // namespace glint::studio
