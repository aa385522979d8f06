// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>

namespace glint::apps {

/// How the points of a file are shown that open_point_rows() knows, with all of their columns and
/// their rows' numbers, and places less what origin_of() says. Of more points than `memory_bytes`
/// hold on the device as many are taken as do, and a warning says how many. Throws app::WrongOption
/// for a view that points do not have, Error(out_of_memory) where not one point in a thousand fits,
/// with what would, and what open_point_rows() does.
ViewedFile view_of_cloud(const std::filesystem::path& file, std::string_view as,
                         std::size_t memory_bytes);

}  // namespace glint::apps
