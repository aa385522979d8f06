// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/run/simulation.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Loads the bookmarks of a viewer from the simulation's bookmark file, and saves them in that file
/// when they change. Does not overwrite a file with a mistake, because the user may have edited the
/// file.
class BookmarkSaving {
public:
    /// Loads the bookmarks. Both arguments must outlive this object. Logs a warning if the file
    /// cannot be read.
    BookmarkSaving(Viewer& viewer, const Simulation& simulation);

    /// Saves the bookmarks if they have changed. Logs an error if they cannot be written.
    void end_frame();

private:
    Viewer* viewer_;
    const Simulation* simulation_;
    unsigned saved_changes_ = 0;  ///< Viewer::bookmark_changes() at the last save
    bool is_unread_ = false;      ///< true if the file contains a mistake
    bool has_warned_ = false;
};

}  // namespace glint::studio
