// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/run/simulation.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// The bookmarks of a viewer, loaded from the simulation's bookmark file and saved there when they
/// change. A file with a mistake, which a person may have written, is not overwritten.
class BookmarkSaving {
public:
    /// Loads the bookmarks. Both arguments must outlive it. Warns of a file that cannot be read.
    BookmarkSaving(Viewer& viewer, const Simulation& simulation);

    /// Saves the bookmarks if they have changed. Logs an error if they cannot be written.
    void end_frame();

private:
    Viewer* viewer_;
    const Simulation* simulation_;
    unsigned saved_changes_ = 0;  ///< Viewer::bookmark_changes() at the last save
    bool is_unread_ = false;      ///< the file exists, and has a mistake
    bool has_warned_ = false;
};

}  // namespace glint::studio
