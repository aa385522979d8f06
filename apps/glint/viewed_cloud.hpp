// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>

namespace glint::apps {

/// Creates the view of a point file that open_point_rows() can read. The view has all columns and
/// the row numbers; positions are relative to origin_of(). If the points do not fit into
/// `memory_bytes` of device memory, shows a subset of the points and warns. Throws app::WrongOption
/// for a view that is not for points, Error(out_of_memory) if less than one point in a thousand
/// fits (the message names the required memory), and the errors of open_point_rows().
ViewedFile view_of_cloud(const std::filesystem::path& file, std::string_view as,
                         std::size_t memory_bytes);

}  // namespace glint::apps
