// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace glint::studio {

/// Contents of run.json: how a run was started, its environment, and how it ended.
struct RunRecord {
    std::string glint{};                   ///< version of glint
    std::vector<std::string> arguments{};  ///< arguments of `glint run`, without these two words
    std::filesystem::path directory{};     ///< working directory of the command
    std::filesystem::path file{};          ///< absolute path of the simulation
    std::string code_hash{};               ///< content_hash() of the simulation's text
    std::string device_kind{};             ///< "cuda"
    std::string device{};                  ///< "NVIDIA H100"
    std::uint32_t seed = 1;
    double dt = 1;
    std::vector<std::string> inexact{};    ///< reasons why a replay may differ; empty: bit-exact
    std::string started{};                 ///< "2026-03-05T12:30:59Z"
    std::string ended{};                   ///< time; empty if the run continues or was killed
    std::uint64_t steps = 0;               ///< number of steps at the end
    std::optional<int> status{};           ///< the exit status
    std::vector<std::uint64_t> resumed{};  ///< the steps at which the run was resumed
};

/// Returns the record as JSON. Paths and arguments that are not UTF-8 become arrays of bytes.
std::string to_json(const RunRecord& record);
/// Parses a record. Error messages refer to the text as `name`. Throws Error(bad_input) for a text
/// that is not JSON, and for a member that is missing, has another type or is out of range.
RunRecord parse_run_record(const std::string& json, const std::string& name);

/// Returns true if both records are from the same run, even if the run was resumed between them.
bool is_same_run(const RunRecord& one, const RunRecord& other);

/// The current time, in RunRecord's format.
std::string time_now();

}  // namespace glint::studio
