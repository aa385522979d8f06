// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <apps/glint/commands.hpp>
#include <glint/studio/batch/axis.hpp>

namespace glint::apps {

inline constexpr std::size_t kMaxJobs = 4096;  ///< maximum number of cases at the same time

/// Arguments of `glint sweep`, from the command line or a sweep file.
struct SweepRequest {
    std::string simulation;         ///< as for `glint run`, or a sweep file (.toml)
    std::vector<std::string> axes;  ///< in the format of parse_axis()
    /// Flags of `glint run` for all cases, and their values, such as {"--frames", "200"}.
    std::vector<std::pair<std::string, std::string>> passed{};
    std::optional<std::filesystem::path> out{};
    std::optional<std::size_t> jobs{};
    std::optional<double> timeout_s{};
    std::optional<std::size_t> samples{};
    std::optional<bool> is_latin{};
    std::optional<std::uint64_t> sample_seed{};
    bool retry = false;
    bool commands = false;
    bool collect = false;
    bool json = false;
};

/// A flag of `glint run` that a sweep passes to its cases.
struct ForwardedFlag {
    const char* name;  ///< "frames" for --frames
    const char* value;
    const char* help;
    bool is_repeatable = false;
};
extern const std::vector<ForwardedFlag> kForwardedFlags;

/// Reads a sweep from a TOML file. Values in `request` override those of the file. Throws
/// WrongOption, with a message "FILE:LINE: ...", for mistakes.
SweepRequest read_sweep_file(const SweepRequest& request);

/// Runs the sweep, or prints its commands. Returns the exit status, which is 1 if cases failed or
/// are missing.
int sweep(SweepRequest request);

}  // namespace glint::apps
