// SPDX-License-Identifier: MIT
#include <glint/geometry/voxelize.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include <glint/array/sequence.hpp>
#include <glint/base/error.hpp>
#include <glint/geometry/detail/mesh_kernels.hpp>

namespace glint {
namespace {

using detail::MeshCells, detail::MeshFrame, detail::KernelFile, detail::MeshRays;

constexpr int kMaxBits = 20;
constexpr int kCoordinateBits = 29;        // maximum for which areas fit in 64 bits
constexpr double kMaxReach = 268'435'456;  // 2^28 cells, which leave 1 bit to subdivide a cell
constexpr unsigned kMaxSamples = 16;

/// Returns log2 of the number of coordinate steps per cell. With this value, rounded coordinates
/// fit in kCoordinateBits bits.
int bits_for(const MeshBox& box, const VoxelGrid& grid) {
    double reach = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
        reach = std::max({reach, static_cast<double>(grid.cells[axis]),
                          std::abs(box.low[axis] - grid.low[axis]) / grid.spacing,
                          std::abs(box.high[axis] - grid.low[axis]) / grid.spacing});
    if (!(reach <= kMaxReach))
        throw Error(
            ErrorCode::invalid_argument, "voxelize a mesh",
            fmt::format("the mesh extends {:.3g} cells from the corner of the grid. The size of "
                        "the mesh is {:.3g} x {:.3g} x {:.3g}, but the spacing is {:g}",
                        reach, box.side(0), box.side(1), box.side(2), grid.spacing));
    const int bits = kCoordinateBits - static_cast<int>(std::ceil(std::log2(reach)));
    return std::min(bits, kMaxBits);
}

/// Computes the solid cells with rays along one axis, as one bit per cell.
class RayBits {
public:
    RayBits(const DeviceMesh& mesh, const VoxelGrid& grid)
        : mesh_(mesh),
          grid_(grid),
          bits_(bits_for(mesh.box(), grid)),
          kernels_(
              detail::mesh_kernels(mesh.stream(), "geometry/voxelise.cu", "mesh_round_corners")) {}

    Array<unsigned> along(int axis) const {
        const MeshRays rays = rays_along(axis);
        const std::size_t columns = std::size_t(rays.a) * std::size_t(rays.b);
        Array<unsigned> bits =
            zeros<unsigned>(mesh_.stream(), Shape{columns, static_cast<std::size_t>(rays.words)});
        cross(rays, bits);
        kernels_.queue("mesh_fill_columns", detail::each(columns), static_cast<long long>(columns),
                       rays.words, bits.data());
        return bits;
    }

    const KernelFile& kernels() const noexcept { return kernels_; }

private:
    MeshRays rays_along(int axis) const {
        const auto cells = [&](int i) {
            return static_cast<int>(grid_.cells[static_cast<std::size_t>((axis + i) % 3)]);
        };
        return {.along = cells(0),
                .a = cells(1),
                .b = cells(2),
                .axis = axis,
                .bits = bits_,
                .words = (cells(0) + 31) / 32};
    }

    void cross(const MeshRays& rays, Array<unsigned>& bits) const {
        const MeshFrame frame{grid_.low[0], grid_.low[1], grid_.low[2],
                              std::ldexp(1 / grid_.spacing, bits_)};
        const std::size_t corners = mesh_.positions().shape()[0];
        const int count = static_cast<int>(mesh_.size());
        const int* const triangles = mesh_.triangles().data();
        Array<int> places(mesh_.stream(), mesh_.positions().shape());
        kernels_.queue("mesh_round_corners", detail::each(corners), frame, rays,
                       static_cast<int>(corners), mesh_.positions().data(), places.data());
        Array<long long> pieces(mesh_.stream(), mesh_.size());
        kernels_.queue("mesh_count_columns", detail::each(mesh_.size()), rays, count, triangles,
                       places.data(), pieces.data());
        Array<long long> ends = detail::ends_of(pieces);
        kernels_.queue("mesh_cross_columns", detail::all_threads(mesh_.stream().device()), rays,
                       count, triangles, places.data(), ends.data(), bits.data());
    }

    const DeviceMesh& mesh_;
    VoxelGrid grid_;
    int bits_;
    KernelFile kernels_;
};

/// The bits computed by rays along x. With `by_votes`, also those computed by rays along y and z.
struct AllBits {
    Array<unsigned> x{}, y{}, z{};

    AllBits(const RayBits& rays, const VoxelOptions& options) : x(rays.along(0)) {
        if (!options.by_votes) return;
        y = rays.along(1);
        z = rays.along(2);
    }
};

}  // namespace

Array<unsigned char> voxelize(const DeviceMesh& mesh, const VoxelGrid& grid,
                              const VoxelOptions& options) {
    detail::check_grid("voxelize a mesh", grid);
    const RayBits rays(mesh, grid);
    AllBits bits(rays, options);
    Array<unsigned char> solid(mesh.stream(), detail::shape_of(grid));
    const MeshCells cells = detail::cells_of(grid);
    rays.kernels().queue("mesh_write_cells", detail::each_cell(cells), cells, bits.x.data(),
                         bits.y.data(), bits.z.data(), solid.data());
    return solid;
}

Array<float> solid_fractions(const DeviceMesh& mesh, const VoxelGrid& grid, unsigned samples,
                             const VoxelOptions& options) {
    detail::check_grid("voxelize a mesh", grid);
    if (samples < 1 || samples > kMaxSamples)
        throw Error(ErrorCode::invalid_argument, "voxelize a mesh",
                    fmt::format("{} samples per axis of a cell is not between 1 and {}", samples,
                                kMaxSamples));
    VoxelGrid fine = grid;
    for (std::size_t& count : fine.cells) count *= samples;
    fine.spacing /= samples;
    detail::check_grid("voxelize a mesh", fine);
    const RayBits rays(mesh, fine);
    AllBits bits(rays, options);
    Array<float> fractions(mesh.stream(), detail::shape_of(grid));
    const MeshCells cells = detail::cells_of(grid);
    rays.kernels().queue("mesh_write_fractions", detail::each_cell(cells), cells,
                         static_cast<int>(samples), bits.x.data(), bits.y.data(), bits.z.data(),
                         fractions.data());
    return fractions;
}

}  // namespace glint
