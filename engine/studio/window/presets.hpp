// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/window/detail/preset.hpp>

namespace glint::studio {

/// The presets of a simulation's file: for `pond.cu`, the TOML files in `pond.presets/` next to it.
class Presets {
public:
    explicit Presets(const std::filesystem::path& simulation_file);

    const std::filesystem::path& folder() const noexcept { return folder_; }
    /// Names of the existing presets, in alphabetical order.
    std::vector<std::string> names() const;
    /// Returns the file of a preset. Throws Error(invalid_argument) for a name that is not a file
    /// name: empty, or with '/'.
    std::filesystem::path file_of(std::string_view name) const;

    /// Writes the annotated parameters, replacing a preset with this name. Throws Error(io).
    void save(std::string_view name, std::string_view title,
              std::span<const ParameterSet> parameters) const;
    /// Reads a preset. Throws the errors of read_preset() and file_of().
    Preset read(std::string_view name) const { return read_preset(file_of(name)); }
    /// Removes a preset. Throws Error(io).
    void remove(std::string_view name) const;

private:
    std::filesystem::path folder_;
};

/// Returns the file that `text` refers to: a path, or the name of a preset of this simulation.
std::filesystem::path find_preset(const std::filesystem::path& simulation_file,
                                  std::string_view text);

/// A parameter's current value, and its value in a preset.
struct ComparedParameter {
    std::string label;
    std::string now;
    std::optional<std::string> preset{};  ///< nullopt if the preset does not set the parameter

    bool differs() const { return preset && *preset != now; }
};

/// Compares each annotated parameter with the preset. Returns the parameters in order.
std::vector<ComparedParameter> compare(const Preset& preset,
                                       std::span<const ParameterSet> parameters);

/// Two sets of parameter values, A and B. One of them is in use.
class Flip {
public:
    /// A gets the current values and stays in use. B gets the values of the preset. Throws the
    /// errors of apply_preset().
    Flip(const Preset& preset, std::span<const ParameterSet> parameters);

    /// Stores the current values in the set that is in use, and then switches to the other set.
    void flip(std::span<ParameterSet> parameters);
    bool is_b() const noexcept { return is_b_; }

private:
    std::vector<ParameterSet> other_;
    bool is_b_ = false;
};

}  // namespace glint::studio
