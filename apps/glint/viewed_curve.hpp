// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>
#include <glint/base/formats/npy_header.hpp>

namespace glint::apps {

/// How an array of one dimension is shown: as a curve from its first number on the left to its last
/// one on the right, between its least and its greatest one. Where a column of the picture has
/// several it is filled from the least of them to the greatest. Throws app::WrongOption for another
/// view, Error(bad_input) for numbers that have no order, and what read_npy() does.
ViewedFile view_of_curve(const std::filesystem::path& file, std::string_view as,
                         const NpyHeader& header);

}  // namespace glint::apps
