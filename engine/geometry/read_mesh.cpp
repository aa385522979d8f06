// SPDX-License-Identifier: MIT
#include <glint/geometry/read_mesh.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/input_file.hpp>
#include <glint/geometry/detail/mesh_parsers.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPurpose = "read mesh";

std::string extension_of(const fs::path& path) {
    return text::lower_case(path.extension().string());
}

TriangleMesh parsed(const InputFile& file, const std::string& extension,
                    std::vector<std::string>& warnings) {
    if (file.size() == 0) file.fail("the file is empty");
    if (extension == ".stl") return detail::parse_stl(file, warnings);
    return extension == ".obj" ? detail::parse_obj(file) : detail::parse_ply_mesh(file);
}

}  // namespace

MeshBox box_of(const TriangleMesh& mesh) {
    if (mesh.positions.empty()) return {};
    MeshBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto by_axis = [axis](const std::array<float, 3>& p) { return p[axis]; };
        const auto [low, high] = std::ranges::minmax_element(mesh.positions, {}, by_axis);
        box.low[axis] = (*low)[axis];
        box.high[axis] = (*high)[axis];
    }
    return box;
}

bool is_mesh_file(const fs::path& path) {
    const std::string extension = extension_of(path);
    return extension == ".stl" || extension == ".ply" || extension == ".obj";
}

TriangleMesh read_mesh(const fs::path& path) {
    if (!is_mesh_file(path))
        throw Error(ErrorCode::unsupported, fmt::format("{} '{}'", kPurpose, path.string()),
                    fmt::format("the extension '{}' is not supported. Use .stl, .ply or .obj",
                                path.extension().string()));
    std::vector<std::string> warnings;
    const InputFile file(kPurpose, path);
    TriangleMesh mesh = parsed(file, extension_of(path), warnings);
    for (const std::string& warning : warnings)
        log::warning(fmt::format("{} '{}': {}", kPurpose, path.string(), warning));
    return mesh;
}

}  // namespace glint
