// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>

namespace glint::apps {

/// Makes the view of a point file that open_point_rows() can read, with all columns and row
/// numbers, and positions relative to origin_of(). If `memory_bytes` of device memory cannot hold
/// all points, takes a subset, and warns with its size. Throws app::WrongOption for a view that
/// does not fit points, Error(out_of_memory) if not even one point in a thousand fits, with the
/// memory that would do, and the errors of open_point_rows().
ViewedFile view_of_cloud(const std::filesystem::path& file, std::string_view as,
                         std::size_t memory_bytes);

}  // namespace glint::apps
