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

inline constexpr std::size_t kMostJobs = 4096;  ///< cases side by side

/// What a sweep is asked to do, by flags or by a file.
struct SweepRequest {
    std::string simulation;         ///< as `glint run` takes it, or a .toml file that says it
    std::vector<std::string> axes;  ///< parse_axis()'s
    /// Flags of `glint run` for each case, with their values: "--frames" and "200".
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

/// The flags of `glint run` that a sweep hands on to its cases.
struct HandedOn {
    const char* name;  ///< "frames" for --frames
    const char* value;
    const char* help;
    bool is_repeatable = false;
};
extern const std::vector<HandedOn> kHandedOn;

/// What a TOML file says, with what `request` has besides taking its place. Throws WrongOption,
/// "FILE:LINE: message".
SweepRequest read_sweep_file(const SweepRequest& request);

/// Runs the sweep, or prints its commands. The exit status: 0, or 1 if cases failed or are missing.
int sweep(SweepRequest request);

}  // namespace glint::apps
