// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <glint/base/error.hpp>
#include <glint/studio/run/detail/live_file.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/window/detail/excerpts.hpp>
#include <glint/studio/window/detail/versions.hpp>

namespace glint::studio {

/// The versions of a simulation's file. A saved version is adopted once it is compiled. If the
/// version has mistakes, shows the mistakes while the last valid version continues to run. Earlier
/// versions can be restored.
class LiveEditing {
public:
    /// The simulation must outlive this object.
    explicit LiveEditing(Simulation& simulation);

    /// Call once per frame. Does not wait for the compiler. Returns true if another version was
    /// adopted; the declaration, and all indices into it, may then have changed.
    bool update();
    /// Resets the simulation, or shows why it cannot be reset. Returns true on success.
    bool reset();

    /// Call after the simulation has gone back to another version. Makes that version the current
    /// version.
    void follow();

    const Versions& versions() const noexcept { return versions_; }
    /// Continues with version `index` of versions() once it is compiled. Does not change the file
    /// on disk. When the file is saved the next time, its new content is used.
    void restore(std::size_t index);
    /// Restores the version `by` positions after the version that is being compiled, or after the
    /// current version if none is being compiled. A negative `by` selects an earlier version. Stops
    /// at the first and the last version.
    void restore_next(int by);
    bool is_compiling() const noexcept { return live_.is_compiling(); }

    /// Mistakes of the last version; empty if that version is in use.
    std::span<const Excerpt> mistakes() const noexcept { return mistakes_; }
    /// Hides the mistakes.
    void dismiss() noexcept { mistakes_.clear(); }

private:
    void show(std::string_view text, std::span<const Mistake> mistakes, std::string_view what);
    bool adopt(Code code);
    /// Runs `action`. If `action` throws an error, shows the error as a mistake of `text` and
    /// returns false.
    template <class Action>
    bool attempt(const std::string& text, const Action& action);

    Simulation* simulation_;
    LiveFile live_;
    Versions versions_;
    std::optional<std::size_t> wanted_;  ///< index of the version being compiled
    std::vector<Excerpt> mistakes_;
    bool is_refused_reset_ = false;  ///< true if the mistakes are from the last reset
};

/// Draw the mistakes in a box over the picture, and the list of versions in the panel, with Dear
/// ImGui.
void draw_mistakes(LiveEditing& editing);
void draw_versions(LiveEditing& editing);

}  // namespace glint::studio
