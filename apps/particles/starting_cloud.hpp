#pragma once

#include <filesystem>

#include <glint/base/formats/point_cloud.hpp>

namespace glint::apps {

/// A point cloud, moved and scaled evenly so that its largest side spans 1.6 m about the middle of
/// the box. Points without colours become pale blue. Throws as `read_point_cloud`.
PointCloud read_starting_cloud(const std::filesystem::path& path);

/// The scaling alone.
void fit_to_scene(PointCloud& cloud);

}  // namespace glint::apps
