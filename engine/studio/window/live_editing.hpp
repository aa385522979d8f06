// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <glint/base/error.hpp>
#include <glint/studio/run/live_file.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/window/excerpts.hpp>
#include <glint/studio/window/versions.hpp>

namespace glint::studio {

/// The versions of a simulation's file: what is saved is taken into use once it is compiled, a
/// version that cannot be used is told of while the last good one runs on, and earlier ones can be
/// used again.
class LiveEditing {
public:
    /// The simulation has to outlive it.
    explicit LiveEditing(Simulation& simulation);

    /// To be called once for each frame; does not wait for a compiler. Whether another version is
    /// in use now: the declaration, and all indices into it, may be others.
    bool update();
    /// Resets the simulation, or tells why it cannot be. Whether it could.
    bool reset();

    /// Takes note that the simulation has gone back to another version.
    void follow();

    const Versions& versions() const noexcept { return versions_; }
    /// Goes on with that version once it is compiled; the file on disk stays as it is, and takes
    /// over again when it is saved.
    void restore(std::size_t index);
    /// The version so many after the one that is in use or asked for, as far as there are any.
    void restore_next(int by);
    bool is_compiling() const noexcept { return live_.is_compiling(); }

    /// What is wrong with the last version; empty if it is in use.
    std::span<const Excerpt> mistakes() const noexcept { return mistakes_; }
    /// Tells no longer of them.
    void dismiss() noexcept { mistakes_.clear(); }

private:
    void show(std::string_view text, std::span<const Mistake> mistakes, std::string_view what);
    bool adopt(Code code);
    /// Runs `action`; shows the error with which it ends, as one of `text`. Whether it had none.
    template <class Action>
    bool attempt(const std::string& text, const Action& action);

    Simulation* simulation_;
    LiveFile live_;
    Versions versions_;
    std::optional<std::size_t> wanted_;  ///< a version that is being compiled
    std::vector<Excerpt> mistakes_;
    bool is_refused_reset_ = false;  ///< whether they are why the last reset could not be
};

/// The mistakes in a box over the picture, and the versions as a list in the panel, with Dear
/// ImGui.
void draw_mistakes(LiveEditing& editing);
void draw_versions(LiveEditing& editing);

}  // namespace glint::studio
