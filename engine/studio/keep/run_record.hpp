// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace glint::studio {

/// What run.json tells: how a run was started, with what it was made, and how it ended.
struct RunRecord {
    std::string glint{};                   ///< its version
    std::vector<std::string> arguments{};  ///< those of `glint run`, without the two words
    std::filesystem::path directory{};     ///< in which the command was given
    std::filesystem::path file{};          ///< the simulation's, absolute
    std::string code_hash{};               ///< content_hash() of its text
    std::string device_kind{};             ///< "cuda"
    std::string device{};                  ///< "NVIDIA H100"
    std::uint32_t seed = 1;
    double dt = 1;
    std::vector<std::string>
        inexact{};                ///< why the same run may give other bits; empty: it does not
    std::string started{};        ///< "2026-03-05T12:30:59Z"
    std::string ended{};          ///< empty while it runs, and of one that was killed
    std::uint64_t steps = 0;      ///< at its end
    std::optional<int> status{};  ///< the exit status
    std::vector<std::uint64_t> resumed{};  ///< the steps at which it was taken up again
};

/// As JSON. Paths and arguments that are not UTF-8 are arrays of bytes there.
std::string to_json(const RunRecord& record);
/// Messages call the text `name`. Throws Error(bad_input) for a text that is not JSON, and for a
/// member that is missing, has another type or is out of range.
RunRecord parse_run_record(const std::string& json, const std::string& name);

/// Returns true if both are of one run, however far it was: it was started once, and resumed.
bool is_same_run(const RunRecord& one, const RunRecord& other);

/// The time now, as RunRecord has it.
std::string time_now();

}  // namespace glint::studio
