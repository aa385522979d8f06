// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/window/preset.hpp>

namespace glint::studio {

/// The presets of a simulation's file: of `pond.cu`, the TOML files in `pond.presets/` beside it.
class Presets {
public:
    explicit Presets(const std::filesystem::path& simulation_file);

    const std::filesystem::path& folder() const noexcept { return folder_; }
    /// The names of those that are there now, in alphabetical order.
    std::vector<std::string> names() const;
    /// Throws Error(invalid_argument) for a name that is no file's: empty, or with '/'.
    std::filesystem::path file_of(std::string_view name) const;

    /// Writes the annotated parameters, in place of a preset of this name. Throws Error(io).
    void save(std::string_view name, std::string_view title,
              std::span<const ParameterSet> parameters) const;
    /// What read_preset() and file_of() do.
    Preset read(std::string_view name) const { return read_preset(file_of(name)); }
    /// Throws Error(io).
    void remove(std::string_view name) const;

private:
    std::filesystem::path folder_;
};

/// The file that is meant by `text`: a path, or the name of a preset of this simulation's file.
std::filesystem::path find_preset(const std::filesystem::path& simulation_file,
                                  std::string_view text);

/// A parameter's value now and in a preset.
struct ComparedParameter {
    std::string label;
    std::string now;
    std::optional<std::string> preset{};  ///< nothing if the preset says nothing of it

    bool differs() const { return preset && *preset != now; }
};

/// Each annotated parameter, in its order.
std::vector<ComparedParameter> compare(const Preset& preset,
                                       std::span<const ParameterSet> parameters);

/// Two sets of values, of which one is in use and the other waits.
class Flip {
public:
    /// A is what the parameters have, B what the preset gives them; A stays in use. Throws what
    /// apply_preset() does.
    Flip(const Preset& preset, std::span<const ParameterSet> parameters);

    /// Changes over: what was set meanwhile belongs to the side that was in use.
    void flip(std::span<ParameterSet> parameters);
    bool is_b() const noexcept { return is_b_; }

private:
    std::vector<ParameterSet> other_;
    bool is_b_ = false;
};

}  // namespace glint::studio
