#include <glint/base/formats/ply.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <glint/base/formats/ply_header.hpp>
#include <glint/base/formats/ply_rows.hpp>

namespace glint {
namespace {

/// Which of the vertices' properties are what.
struct Columns {
    std::array<std::size_t, 3> position{};
    std::vector<std::size_t> colour;  ///< none, red green blue, or red green blue alpha
};

Columns columns_of(const InputFile& file, const PlyElement& vertices) {
    Columns columns;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string name(1, "xyz"[axis]);
        const auto place = vertices.find_number(name);
        if (!place) file.fail(fmt::format("its vertices have no number '{}'", name));
        columns.position[axis] = *place;
    }
    for (const char* name : {"red", "green", "blue", "alpha"})
        if (const auto place = vertices.find_number(name)) columns.colour.push_back(*place);
    const bool has_rgb = vertices.find_number("red") && vertices.find_number("green") &&
                         vertices.find_number("blue");
    if (!has_rgb) columns.colour.clear();
    return columns;
}

double colour_scale(NumberType type) {
    if (is_float(type)) return 255;
    return type == NumberType::uint16 ? 255.0 / 65535.0 : 1;
}

template <class Rows>
class VertexReader {
public:
    VertexReader(const InputFile& file, Rows& rows, const PlyElement& vertices)
        : rows_(rows), vertices_(vertices), columns_(columns_of(file, vertices)) {
        // The count is the file's claim; what can be there is bounded by its size.
        cloud_.positions.reserve(std::min<std::size_t>(vertices.count, file.size() / 3));
    }

    PointCloud read() {
        for (index_ = 0; index_ < vertices_.count; ++index_) {
            rows_.read(vertices_, index_, numbers_);
            add_position();
            if (!columns_.colour.empty()) add_colour();
        }
        return std::move(cloud_);
    }

private:
    [[noreturn]] void fail(std::size_t column) const {
        rows_.fail(fmt::format("{} of vertex {} is {}", vertices_.properties[column].name,
                               index_ + 1, numbers_[column]));
    }

    void add_position() {
        auto& position = cloud_.positions.emplace_back();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t column = columns_.position[axis];
            position[axis] = static_cast<float>(numbers_[column]);
            if (!std::isfinite(position[axis])) fail(column);
        }
    }

    void add_colour() {
        auto& colour = cloud_.colours.emplace_back(std::array<std::uint8_t, 4>{0, 0, 0, 255});
        for (std::size_t i = 0; i < columns_.colour.size(); ++i) {
            const std::size_t column = columns_.colour[i];
            const double scale = colour_scale(vertices_.properties[column].type);
            const double value = std::round(scale * numbers_[column]);
            const bool possible = value >= 0 && value <= 255;  // NaN is not
            if (!possible) fail(column);
            colour[i] = static_cast<std::uint8_t>(value);
        }
    }

    Rows& rows_;
    const PlyElement& vertices_;
    Columns columns_;
    PointCloud cloud_;
    std::vector<double> numbers_;
    std::size_t index_ = 0;
};

template <class Rows>
PointCloud read_vertices(const InputFile& file, const PlyHeader& header, Rows rows) {
    for (const PlyElement& element : header.elements) {
        if (element.name == "vertex" && element.count > 0)
            return VertexReader(file, rows, element).read();
        rows.skip(element);
    }
    file.fail("it holds no points");
}

}  // namespace

PointCloud parse_ply(const InputFile& file) {
    LineReader lines(file.content());
    const PlyHeader header = parse_ply_header(file, lines);
    if (header.encoding == PlyEncoding::ascii)
        return read_vertices(file, header, PlyTextRows(file, lines));
    const bool little = header.encoding == PlyEncoding::binary_little_endian;
    const ByteOrder order = little ? ByteOrder::little : ByteOrder::big;
    return read_vertices(file, header, PlyBinaryRows(file, lines.offset(), order));
}

PointCloud read_ply(const std::filesystem::path& path) {
    return parse_ply(InputFile("read point cloud", path));
}

}  // namespace glint
