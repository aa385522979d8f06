// SPDX-License-Identifier: MIT
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
    /// What was run: the arguments of `glint run`, without those that name its outputs, and a hash
    /// of the simulation's text and of all other files that the run reads.
    std::vector<std::string> arguments{};
    std::string code{};

    bool is_done() const noexcept { return status == 0; }
};

/// The status of a case that took longer than it may.
inline constexpr int kTimedOut = 124;

/// `arguments` of a run without --out=DIR, --monitors=FILE, --picture=FILE and --result=FILE, and
/// with what is not UTF-8 escaped, as results have them.
std::vector<std::string> identifying_arguments(const std::vector<std::string>& arguments);

/// Writes it as JSON, whole or not at all. It is on the disk when this returns, and before it what
/// was put off by LateSync. Throws Error(io).
void write_case_result(const std::filesystem::path& file, const CaseResult& result);

/// Nothing if there is no such file, or if it is not a whole result with its arguments.
std::optional<CaseResult> read_case_result(const std::filesystem::path& file);

}  // namespace glint::studio
