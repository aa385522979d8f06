// SPDX-License-Identifier: MIT
#include <glint/formats/ply.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <glint/formats/ply_header.hpp>
#include <glint/formats/ply_rows.hpp>

namespace glint {
namespace {

/// The indices of the position and color properties.
struct Columns {
    std::array<std::size_t, 3> position{};
    std::vector<std::size_t> color;  ///< empty, or the indices of red, green, blue (and alpha)
};

Columns columns_of(const InputFile& file, const PlyElement& vertices) {
    Columns columns;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string name(1, "xyz"[axis]);
        const auto place = vertices.find_number(name);
        if (!place) file.fail(fmt::format("the vertices have no property '{}'", name));
        columns.position[axis] = *place;
    }
    for (const char* name : {"red", "green", "blue", "alpha"})
        if (const auto place = vertices.find_number(name)) columns.color.push_back(*place);
    const bool has_rgb = vertices.find_number("red") && vertices.find_number("green") &&
                         vertices.find_number("blue");
    if (!has_rgb) columns.color.clear();
    return columns;
}

double color_scale(NumberType type) {
    if (is_float(type)) return 255;
    return type == NumberType::uint16 ? 255.0 / 65535.0 : 1;
}

class VertexReader {
public:
    VertexReader(const InputFile& file, const PlyElement& vertices)
        : vertices_(vertices), columns_(columns_of(file, vertices)) {
        // The file's size limits the allocation, because a header may claim any count.
        cloud_.positions.reserve(std::min<std::size_t>(vertices.count, file.size() / 3));
    }

    template <class Rows>
    void add(const Rows& rows, std::size_t index, const PlyRow& row) {
        const auto fail = [&](std::size_t column) {
            rows.fail(fmt::format("property '{}' of vertex {} is {}",
                                  vertices_.properties[column].name, index + 1,
                                  row.numbers[column]));
        };
        auto& position = cloud_.positions.emplace_back();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t column = columns_.position[axis];
            position[axis] = static_cast<float>(row.numbers[column]);
            if (!std::isfinite(position[axis])) fail(column);
        }
        if (columns_.color.empty()) return;
        auto& color = cloud_.colors.emplace_back(std::array<std::uint8_t, 4>{0, 0, 0, 255});
        for (std::size_t i = 0; i < columns_.color.size(); ++i) {
            const std::size_t column = columns_.color[i];
            const double scale = color_scale(vertices_.properties[column].type);
            const double value = std::round(scale * row.numbers[column]);
            const bool possible = value >= 0 && value <= 255;  // false for NaN
            if (!possible) fail(column);
            color[i] = static_cast<std::uint8_t>(value);
        }
    }

    PointCloud take() { return std::move(cloud_); }

private:
    const PlyElement& vertices_;
    Columns columns_;
    PointCloud cloud_;
};

}  // namespace

PointCloud parse_ply(const InputFile& file) {
    LineReader lines = LineReader::with_ends_of_first(file.content());
    const PlyHeader header = parse_ply_header(file, lines);
    const PlyElement& vertices = header.vertices(file);
    VertexReader reader(file, vertices);
    read_ply_element(
        file, header, lines, vertices,
        [&](const auto& rows, std::size_t i, const PlyRow& row) { reader.add(rows, i, row); });
    return reader.take();
}

PointCloud read_ply(const std::filesystem::path& path) {
    return parse_ply(InputFile("read point cloud", path));
}

}  // namespace glint
