// SPDX-License-Identifier: MIT
#include <glint/geometry/signed_distance.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <glint/array/sequence.hpp>
#include <glint/base/error.hpp>
#include <glint/geometry/detail/mesh_kernels.hpp>

namespace glint {
namespace {

using detail::MeshCells, detail::MeshFrame, detail::KernelFile;
using Keys = Array<unsigned long long>;

constexpr unsigned kFineSteps = 4;  // cells check 26 neighbors up to this step, 6 at larger steps
constexpr unsigned long long kFar = 0x7f800000ffffffffull;  // infinite distance and no triangle

/// Finds the nearest triangle of each cell.
class NearestTriangles {
public:
    NearestTriangles(const DeviceMesh& mesh, const VoxelGrid& grid, double band)
        : mesh_(mesh),
          kernels_(detail::mesh_kernels(mesh.stream(), "geometry/signed_distance.cu",
                                        "mesh_scale_corners")),
          cells_(detail::cells_of(grid)),
          band_(static_cast<float>(band)),
          places_(mesh.stream(), mesh.positions().shape()),
          keys_(mesh.stream(), detail::shape_of(grid)) {
        const MeshFrame frame{grid.low[0], grid.low[1], grid.low[2], 1 / grid.spacing};
        const std::size_t corners = mesh.positions().shape()[0];
        kernels_.queue("mesh_scale_corners", detail::each(corners), frame,
                       static_cast<int>(corners), mesh.positions().data(), places_.data());
        keys_ = kFar;
    }

    void find_band() {
        const int count = static_cast<int>(mesh_.size());
        Array<long long> pieces(mesh_.stream(), mesh_.size());
        kernels_.queue("mesh_count_rows", detail::each(mesh_.size()), cells_, band_, count,
                       mesh_.triangles().data(), places_.data(), pieces.data());
        Array<long long> ends = detail::ends_of(pieces);
        kernels_.queue("mesh_mark_band", detail::all_threads(mesh_.stream().device()), cells_,
                       band_, count, mesh_.triangles().data(), places_.data(), ends.data(),
                       keys_.data());
    }

    void find_rest() {
        Keys next(mesh_.stream(), keys_.shape());
        const auto flood = [&](unsigned step) {
            const int with_edges = step <= kFineSteps;
            kernels_.queue("mesh_flood", detail::each_cell(cells_), cells_, band_,
                           static_cast<int>(step), with_edges, mesh_.triangles().data(),
                           places_.data(), keys_.data(), next.data());
            std::swap(keys_, next);
        };
        const auto most = static_cast<unsigned>(std::max({cells_.x, cells_.y, cells_.z}));
        for (unsigned step = std::bit_ceil(most) / 2; step > 0; step /= 2) flood(step);
        flood(2);
        flood(1);
    }

    void write(float spacing, float most, const Array<unsigned char>& solid,
               Array<float>& distances) const {
        kernels_.queue("mesh_write_distances", detail::each_cell(cells_), cells_, spacing, most,
                       keys_.data(), solid.data(), distances.data());
    }

private:
    const DeviceMesh& mesh_;
    KernelFile kernels_;
    MeshCells cells_;
    float band_;
    Array<float> places_;
    Keys keys_;
};

}  // namespace

Array<float> signed_distance(const DeviceMesh& mesh, const VoxelGrid& grid,
                             const DistanceOptions& options) {
    if (!(options.band >= 1 && options.band <= DistanceOptions::kMaxBand))
        throw Error(ErrorCode::invalid_argument, "compute the distances to a mesh",
                    fmt::format("a band of {} cells is not between 1 and {}", options.band,
                                DistanceOptions::kMaxBand));
    const auto spacing = static_cast<float>(grid.spacing);
    if (!std::isnormal(spacing))
        throw Error(ErrorCode::invalid_argument, "compute the distances to a mesh",
                    fmt::format("a spacing of {} is outside the range of float. Scale the mesh",
                                grid.spacing));
    const Array<unsigned char> solid = voxelize(mesh, grid, options.solid);
    NearestTriangles nearest(mesh, grid, options.band);
    nearest.find_band();
    if (!options.only_band) nearest.find_rest();
    Array<float> distances(mesh.stream(), detail::shape_of(grid));
    const float most = options.only_band ? static_cast<float>(options.band)
                                         : std::numeric_limits<float>::infinity();
    nearest.write(spacing, most, solid, distances);
    return distances;
}

}  // namespace glint
