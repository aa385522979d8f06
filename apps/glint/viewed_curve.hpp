// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>
#include <glint/formats/npy_header.hpp>

namespace glint::apps {

/// Creates the view of a one-dimensional array: a curve through the values, from left to right,
/// scaled to their range. If a pixel column contains several values, fills the column from their
/// minimum to their maximum. Throws app::WrongOption for another view, Error(bad_input) if the
/// numbers have no order, and the errors of read_npy().
ViewedFile view_of_curve(const std::filesystem::path& file, std::string_view as,
                         const NpyHeader& header);

}  // namespace glint::apps
