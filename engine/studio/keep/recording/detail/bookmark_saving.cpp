// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/bookmark_saving.hpp>

#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/studio/keep/recording/bookmark_file.hpp>

namespace glint::studio {

BookmarkSaving::BookmarkSaving(Viewer& viewer, const Simulation& simulation)
    : viewer_(&viewer), simulation_(&simulation) {
    try {
        viewer.set_bookmarks(read_bookmarks(bookmark_file(simulation.file())));
    } catch (const Error& error) {
        log::warning(error.what());
        is_unread_ = true;
    }
    saved_changes_ = viewer.bookmark_changes();
}

void BookmarkSaving::end_frame() try {
    const unsigned changes = viewer_->bookmark_changes();
    if (std::exchange(saved_changes_, changes) == changes) return;
    const auto file = bookmark_file(simulation_->file());
    if (!is_unread_)
        return write_atomically(
            file, bookmark_text(simulation_->declaration().title, viewer_->bookmarks()));
    if (!std::exchange(has_warned_, true))
        log::warning(
            fmt::format("bookmarks are not saved to '{}', because the file could not be read. Fix "
                        "or remove the file",
                        file.string()));
} catch (const Error& error) {
    log::error(error.what());
}

}  // namespace glint::studio
