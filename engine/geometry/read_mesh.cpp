#include <glint/geometry/read_mesh.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>
#include <string>
#include <unordered_map>

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

using Position = std::array<float, 3>;

constexpr std::size_t kMostTriangles = 0x3fffffff;

std::string extension_of(const fs::path& path) {
    return text::lower_case(path.extension().string());
}

[[noreturn]] void refuse(const fs::path& path, const std::string& reason,
                         ErrorCode code = ErrorCode::bad_input) {
    throw Error(code, fmt::format("read mesh '{}'", path.string()), reason);
}

struct HashOfPosition {
    std::size_t operator()(const Position& p) const noexcept {
        std::uint64_t hash = 0;
        for (const float each : p)
            hash = (hash ^ std::bit_cast<std::uint32_t>(each)) * 0x9e3779b97f4a7c15u;
        return hash ^ hash >> 29;
    }
};

/// Gives corners at the same place one index.
class Joined {
public:
    explicit Joined(TriangleMesh& mesh) : mesh_(mesh) {}

    std::uint32_t index_of(Position place) {
        for (float& each : place) each += 0.0f;  // -0 is 0
        const auto [found, is_new] =
            known_.try_emplace(place, static_cast<std::uint32_t>(mesh_.positions.size()));
        if (is_new) mesh_.positions.push_back(place);
        return found->second;
    }

private:
    TriangleMesh& mesh_;
    std::unordered_map<Position, std::uint32_t, HashOfPosition> known_;
};

Position place_of(const aiVector3D& vertex) { return {vertex.x, vertex.y, vertex.z}; }

/// Before anything is done with them: indices within the vertices, and vertices that are numbers.
void check(const fs::path& path, const aiScene& scene) {
    for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
        const aiMesh& part = *scene.mMeshes[m];
        for (unsigned f = 0; f < part.mNumFaces; ++f)
            for (unsigned i = 0; i < part.mFaces[f].mNumIndices; ++i) {
                const unsigned vertex = part.mFaces[f].mIndices[i];
                if (vertex >= part.mNumVertices)
                    refuse(path, fmt::format("face {} has vertex {}, and there are {}", f, vertex,
                                             part.mNumVertices));
                const aiVector3D& at = part.mVertices[vertex];
                if (!std::isfinite(at.x) || !std::isfinite(at.y) || !std::isfinite(at.z))
                    refuse(path, fmt::format("a corner of face {} is at ({}, {}, {}): export the "
                                             "mesh again, or delete the face",
                                             f, at.x, at.y, at.z));
            }
    }
}

void take(const aiMesh& part, Joined& joined, TriangleMesh& mesh) {
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
        const aiFace& face = part.mFaces[f];
        if (face.mNumIndices != 3) continue;  // a point or a line
        std::array<std::uint32_t, 3> triangle{};
        for (unsigned i = 0; i < 3; ++i)
            triangle[i] = joined.index_of(place_of(part.mVertices[face.mIndices[i]]));
        mesh.triangles.push_back(triangle);
    }
}

bool has_faces(const aiScene& scene) {
    for (unsigned m = 0; m < scene.mNumMeshes; ++m)
        for (unsigned f = 0; f < scene.mMeshes[m]->mNumFaces; ++f)
            if (scene.mMeshes[m]->mFaces[f].mNumIndices >= 3) return true;
    return false;
}

constexpr const char* kNoTriangles =
    "it has no triangles: points and lines alone enclose nothing; export a surface";

TriangleMesh parsed(const fs::path& path, const std::string& content) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFileFromMemory(content.data(), content.size(), 0,
                                                       extension_of(path).c_str() + 1);
    if (!scene) refuse(path, importer.GetErrorString());
    check(path, *scene);
    if (!has_faces(*scene)) refuse(path, kNoTriangles);
    scene = importer.ApplyPostProcessing(aiProcess_Triangulate);
    if (!scene) refuse(path, importer.GetErrorString());
    TriangleMesh mesh;
    Joined joined(mesh);
    for (unsigned m = 0; m < scene->mNumMeshes; ++m) take(*scene->mMeshes[m], joined, mesh);
    if (mesh.triangles.empty()) refuse(path, kNoTriangles);
    if (mesh.triangles.size() > kMostTriangles)
        refuse(path, fmt::format("it has {} triangles, and {} are the most: simplify it",
                                 mesh.triangles.size(), kMostTriangles));
    return mesh;
}

}  // namespace

MeshBox box_of(const TriangleMesh& mesh) {
    if (mesh.positions.empty()) return {};
    MeshBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto by_axis = [axis](const Position& p) { return p[axis]; };
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
        refuse(path,
               fmt::format("'{}' is no kind of mesh that is read: .stl, .ply and .obj are",
                           path.extension().string()),
               ErrorCode::unsupported);
    const std::string content = read_text(path);
    if (content.empty()) refuse(path, "it is empty");
    return parsed(path, content);
}

}  // namespace glint
