// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <glint/formats/ply_header.hpp>
#include <glint/formats/ply_rows.hpp>
#include <glint/geometry/detail/mesh_builder.hpp>
#include <glint/geometry/detail/mesh_parsers.hpp>

namespace glint::detail {
namespace {

template <class Rows>
class PlyMeshReader {
public:
    PlyMeshReader(const InputFile& file, Rows& rows) : file_(file), rows_(rows) {}

    IndexedFaces read(const PlyHeader& header) {
        bool has_vertices = false;
        for (const PlyElement& element : header.elements) {
            if (element.name == "vertex" && !has_vertices) {
                read_vertices(element);
                has_vertices = element.count > 0;
            } else if (const auto corners = element.find_corners()) {
                read_faces(element, *corners);
            } else {
                rows_.skip(element);
            }
        }
        rows_.finish({});
        return std::move(faces_);
    }

private:
    void read_vertices(const PlyElement& element) {
        if (element.count == 0) return;
        std::array<std::size_t, 3> columns{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::string name(1, "xyz"[axis]);
            const auto column = element.find_number(name);
            if (!column) file_.fail(fmt::format("the vertices have no property '{}'", name));
            columns[axis] = *column;
        }
        for (std::size_t i = 0; i < element.count; ++i) {
            rows_.read(element, i, row_);
            MeshPosition& position = faces_.vertices.emplace_back();
            for (std::size_t axis = 0; axis < 3; ++axis)
                position[axis] = static_cast<float>(row_.numbers[columns[axis]]);
        }
    }

    void read_faces(const PlyElement& element, std::size_t list) {
        const bool are_strips = element.name == "tristrips";
        for (std::size_t i = 0; i < element.count; ++i) {
            rows_.read(element, i, row_, list);
            if (are_strips)
                add_strips(element.properties[list].type);
            else
                add_face();
        }
    }

    std::uint32_t vertex(double number) const {
        if (!(number >= 0 && number <= std::numeric_limits<std::uint32_t>::max() &&
              number == std::floor(number)))
            rows_.fail(fmt::format("{} is not a valid vertex index", number));
        return static_cast<std::uint32_t>(number);
    }

    void add_face() {
        for (const double number : row_.list) faces_.corners.push_back(vertex(number));
        faces_.end_face();
    }

    /// Adds the triangle strips of the current row. A strip ends at an index of -1. Each vertex
    /// from the third on forms a triangle with the previous two vertices. Every other triangle is
    /// flipped.
    void add_strips(NumberType type) {
        const double end =
            type == NumberType::uint32 ? std::numeric_limits<std::uint32_t>::max() : -1.0;
        std::size_t first = 0;
        for (std::size_t i = 0; i < row_.list.size(); ++i) {
            if (row_.list[i] == end) {
                first = i + 1;
                continue;
            }
            const std::uint32_t last = vertex(row_.list[i]);
            if (i < first + 2) continue;
            std::uint32_t a = vertex(row_.list[i - 2]), b = vertex(row_.list[i - 1]);
            if ((i - first) % 2 == 1) std::swap(a, b);
            faces_.corners.insert(faces_.corners.end(), {a, b, last});
            faces_.end_face();
        }
    }

    const InputFile& file_;
    Rows& rows_;
    IndexedFaces faces_;
    PlyRow row_;
};

}  // namespace

TriangleMesh parse_ply_mesh(const InputFile& file) {
    LineReader lines = LineReader::with_ends_of_first(file.content());
    const PlyHeader header = parse_ply_header(file, lines);
    return mesh_of(file, with_ply_rows(file, header, lines, [&](auto& rows) {
                       return PlyMeshReader(file, rows).read(header);
                   }));
}

}  // namespace glint::detail
