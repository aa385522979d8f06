// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>

namespace glint::apps {

/// Creates the view of a point file that open_point_rows() can read, with all columns and row
/// numbers, and positions relative to origin_of(). If the points do not fit into `memory_bytes` of
/// device memory, shows a subset and warns with its size. Throws app::WrongOption for a view that
/// is not for points; Error(out_of_memory), with the required memory, if not even one point in a
/// thousand fits; and the errors of open_point_rows().
ViewedFile view_of_cloud(const std::filesystem::path& file, std::string_view as,
                         std::size_t memory_bytes);

}  // namespace glint::apps
