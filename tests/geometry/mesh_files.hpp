// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint::test {

/// Appends the bytes of `value` in little-endian order.
template <class T>
void append(std::string& content, const T& value) {
    content.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

inline std::string binary_stl(const TriangleMesh& mesh) {
    std::string content(80, '\0');
    append(content, static_cast<std::uint32_t>(mesh.triangles.size()));
    for (const auto& triangle : mesh.triangles) {
        append(content, std::array<float, 3>{});
        for (const std::uint32_t corner : triangle) append(content, mesh.positions[corner]);
        append(content, std::uint16_t(0));
    }
    return content;
}

inline std::string text_stl(const TriangleMesh& mesh) {
    std::string content = "solid mesh\n";
    for (const auto& triangle : mesh.triangles) {
        content += "facet normal 0 0 0\nouter loop\n";
        for (const std::uint32_t corner : triangle) {
            const auto& p = mesh.positions[corner];
            content += fmt::format("vertex {} {} {}\n", p[0], p[1], p[2]);
        }
        content += "endloop\nendfacet\n";
    }
    return content + "endsolid mesh\n";
}

}  // namespace glint::test
