// SPDX-License-Identifier: MIT
#include <glint/formats/point_cloud.hpp>

#include <cmath>
#include <cstddef>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/csv.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/ply.hpp>

namespace glint {
namespace {

PointCloud parse_npy_points(const InputFile& file) {
    const NpyArray array = parse_npy(file);
    const auto& shape = array.shape;
    if (shape.size() != 2 || (shape[1] != 3 && shape[1] != 4)) {
        file.fail(fmt::format("expected shape (points, 3) or (points, 4), found ({})",
                              fmt::join(shape, ", ")));
    }
    if (shape[0] == 0) file.fail("the file has no points");

    PointCloud cloud;
    cloud.positions.resize(shape[0]);
    for (std::size_t i = 0; i < cloud.positions.size(); ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float value = array.values[i * shape[1] + axis];
            if (!std::isfinite(value))
                file.fail(fmt::format("the value in row {}, column {} is {}", i, axis, value));
            cloud.positions[i][axis] = value;
        }
    }
    return cloud;
}

}  // namespace

PointCloud read_point_cloud(const std::filesystem::path& path) {
    const std::string extension = text::lower_case(path.extension().string());
    if (extension == ".ply") return read_ply(path);
    if (extension == ".csv") return read_csv(path);
    constexpr const char* purpose = "read point cloud";
    if (extension == ".npy") return parse_npy_points(InputFile(purpose, path));
    throw Error(
        ErrorCode::unsupported, fmt::format("{} '{}'", purpose, path.string()),
        fmt::format("the extension '{}' is not supported. Use .csv, .npy or .ply", extension));
}

}  // namespace glint
