#include <apps/particles/starting_cloud.hpp>

#include <algorithm>
#include <limits>

namespace glint::apps {
namespace {

constexpr double kSide = 1.6;  // m
constexpr std::array<std::uint8_t, 4> kPaleBlue{150, 190, 255, 255};

}  // namespace

void fit_to_scene(PointCloud& cloud) {
    // In double: a survey's coordinates can lie far from zero.
    std::array<double, 3> low;
    std::array<double, 3> high;
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    for (const auto& point : cloud.positions)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min<double>(low[axis], point[axis]);
            high[axis] = std::max<double>(high[axis], point[axis]);
        }
    double side = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) side = std::max(side, high[axis] - low[axis]);
    const double scale = side > 0 ? kSide / side : 1;
    for (auto& point : cloud.positions)
        for (std::size_t axis = 0; axis < 3; ++axis)
            point[axis] = static_cast<float>((point[axis] - (low[axis] + high[axis]) / 2) * scale);
}

PointCloud read_starting_cloud(const std::filesystem::path& path) {
    PointCloud cloud = read_point_cloud(path);
    fit_to_scene(cloud);
    if (cloud.colours.empty()) cloud.colours.resize(cloud.positions.size(), kPaleBlue);
    return cloud;
}

}  // namespace glint::apps
