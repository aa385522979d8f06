// SPDX-License-Identifier: MIT
#include "solids.hpp"

#include "counting_sort.hpp"
#include "device_words.hpp"

// Materials and walls use the simulation's own code. Transfers are written for this reference.
#include <apps/sand_snow/materials.cuh>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace glint::bench::openmp {
namespace {

using sand_snow::Symmetric;

// A node's velocity and mass, or the momentum and mass that the node has received.
typedef float Four __attribute__((vector_size(16)));

constexpr int kBlock = 4;  // cells along each side of a block
// Nodes along each side of a tile. Particles may move by one cell out of their block.
constexpr int kTile = 8;
constexpr int kRow = kTile, kPlane = kTile * kTile, kNodes = kTile * kPlane;

struct Blocks {
    int x, y, z;

    explicit Blocks(const Solids& solids)
        : x(along(solids.nodes[0])), y(along(solids.nodes[1])), z(along(solids.nodes[2])) {}
    int count() const { return x * y * z; }
    int of(const SolidsParticle& p) const {
        const auto at = [](float place) { return static_cast<int>(place - 0.5f) / kBlock; };
        return (at(p.place[2]) * y + at(p.place[1])) * x + at(p.place[0]);
    }

private:
    static int along(int nodes) { return (nodes - 3) / kBlock + 1; }
};

sand_snow::Grid grid_of(const Solids& solids) {
    return {solids.nodes[0], solids.nodes[1], solids.nodes[2]};
}

/// Sorts the particles by block. All threads of a team call sort().
void sort(const Solids& solids, const Blocks& blocks) {
#pragma omp for schedule(static)
    for (int i = 0; i < solids.particles; ++i)
        solids.key[i] = static_cast<unsigned>(
            sand_snow::is_gone(solids.now[i].material) ? blocks.count() : blocks.of(solids.now[i]));
    sort_by_counting({.particles = solids.particles,
                      .keys = blocks.count() + 1,
                      .key = solids.key,
                      .begins = solids.begins,
                      .counts = solids.counts,
                      .order = solids.order});
#pragma omp for schedule(static)
    for (int i = 0; i < solids.particles; ++i) solids.sorted[i] = solids.now[solids.order[i]];
#pragma omp for schedule(static)
    for (int i = 0; i < solids.particles; ++i) solids.now[i] = solids.sorted[i];
}

/// The nodes around a particle: index of the first node in the block's tile, and the weights.
struct Spline {
    int at;
    bool is_in_tile;
    float off[3], weight[3][3];

    Spline(const float (&place)[3], const int (&origin)[3]) {
        int from[3];
        is_in_tile = true;
        for (int axis = 0; axis < 3; ++axis) {
            const int base = static_cast<int>(place[axis] - 0.5f);
            from[axis] = base - origin[axis];
            is_in_tile = is_in_tile && from[axis] >= 0 && from[axis] <= kTile - 3;
            const float d = place[axis] - static_cast<float>(base);
            off[axis] = d;
            weight[axis][0] = 0.5f * (1.5f - d) * (1.5f - d);
            weight[axis][1] = 0.75f - (d - 1) * (d - 1);
            weight[axis][2] = 0.5f * (d - 0.5f) * (d - 0.5f);
        }
        at = from[2] * kPlane + from[1] * kRow + from[0];
    }
};

void gather(SolidsParticle& p, const Spline& s, const Four* tile) {
    Four sum{}, along_x{}, along_y{}, along_z{};
    for (int k = 0; k < 3; ++k) {
        Four plane{}, plane_x{}, plane_y{};
        for (int j = 0; j < 3; ++j) {
            const Four* const node = tile + s.at + k * kPlane + j * kRow;
            const Four a = s.weight[0][0] * node[0], b = s.weight[0][1] * node[1],
                       c = s.weight[0][2] * node[2];
            const Four row = a + b + c;
            plane += s.weight[1][j] * row;
            plane_x += s.weight[1][j] * (-s.off[0] * a + (1 - s.off[0]) * b + (2 - s.off[0]) * c);
            plane_y += s.weight[1][j] * (static_cast<float>(j) - s.off[1]) * row;
        }
        sum += s.weight[2][k] * plane;
        along_x += s.weight[2][k] * plane_x;
        along_y += s.weight[2][k] * plane_y;
        along_z += s.weight[2][k] * (static_cast<float>(k) - s.off[2]) * plane;
    }
    for (int r = 0; r < 3; ++r) {
        p.velocity[r] = sum[r];
        p.slope[3 * r] = 4 * along_x[r];
        p.slope[3 * r + 1] = 4 * along_y[r];
        p.slope[3 * r + 2] = 4 * along_z[r];
    }
}

/// Moves and deforms a particle. A particle that would leave the grid's interior stays in place and
/// is marked as gone.
void move(SolidsParticle& p, const sand_snow::Grid& grid) {
    sand_snow::Deformation d;
    std::memcpy(&d.strain, p.strain, sizeof d.strain);
    d.memory = p.memory;
    const auto row = [&](int r) {
        return make_float3(p.slope[3 * r], p.slope[3 * r + 1], p.slope[3 * r + 2]);
    };
    sand_snow::push(p.material, {{row(0), row(1), row(2)}}, d);
    std::memcpy(p.strain, &d.strain, sizeof d.strain);
    p.memory = d.memory;
    float to[3];
    for (int axis = 0; axis < 3; ++axis) to[axis] = p.place[axis] + p.velocity[axis];
    if (grid.has_place(make_float3(to[0], to[1], to[2])))
        std::copy(to, to + 3, p.place);
    else
        p.material = sand_snow::kLeft;
}

/// Applies plasticity to a particle, and adds its mass, momentum and stress to the nodes.
void scatter(SolidsParticle& p, const Spline& s, const Solids& solids, Four* tile) {
    sand_snow::Deformation d;
    std::memcpy(&d.strain, p.strain, sizeof d.strain);
    d.memory = p.memory;
    const Symmetric stress = sand_snow::settle(p.material, d, solids.materials);
    std::memcpy(p.strain, &d.strain, sizeof d.strain);
    p.memory = d.memory;
    const float force = -4 * solids.rate * solids.rate * p.mass /
                        sand_snow::density_of(p.material, solids.materials);
    const float tensor[3][3] = {{stress.xx, stress.xy, stress.xz},
                                {stress.xy, stress.yy, stress.yz},
                                {stress.xz, stress.yz, stress.zz}};
    Four along[3]{}, own{};
    for (int r = 0; r < 3; ++r) {
        own[r] = p.mass * p.velocity[r];
        for (int c = 0; c < 3; ++c)
            along[c][r] = p.mass * p.slope[3 * r + c] + force * tensor[r][c];
    }
    own[3] = p.mass;
    for (int k = 0; k < 3; ++k) {
        const Four plane = own + (static_cast<float>(k) - s.off[2]) * along[2];
        for (int j = 0; j < 3; ++j) {
            const Four row = s.weight[2][k] * s.weight[1][j] *
                             (plane + (static_cast<float>(j) - s.off[1]) * along[1]);
            const Four slope = s.weight[2][k] * s.weight[1][j] * along[0];
            Four* const node = tile + s.at + k * kPlane + j * kRow;
            for (int i = 0; i < 3; ++i)
                node[i] += s.weight[0][i] * (row + (static_cast<float>(i) - s.off[0]) * slope);
        }
    }
}

/// Calls visit(offset in the tile, offset in the grid, number of nodes) for each row of the tile
/// that overlaps the grid.
template <class Visit>
void for_each_row(const Solids& solids, const int (&origin)[3], const Visit& visit) {
    const int low = std::max(origin[0], 0), high = std::min(origin[0] + kTile, solids.nodes[0]);
    for (int z = std::max(origin[2], 0); z < std::min(origin[2] + kTile, solids.nodes[2]); ++z)
        for (int y = std::max(origin[1], 0); y < std::min(origin[1] + kTile, solids.nodes[1]); ++y)
            visit((z - origin[2]) * kPlane + (y - origin[1]) * kRow + low - origin[0],
                  (z * solids.nodes[1] + y) * solids.nodes[0] + low, high - low);
}

/// Transfers data of block b: from a grid to the particles, from the particles to another grid, or
/// both in this order. Returns the number of particles too far from the block.
template <bool kGathers, bool kScatters>
int transfer(const Solids& solids, const Blocks& blocks, int b, const Four* from, Four* to) {
    const int begin = solids.begins[b], end = solids.begins[b + 1];
    if (begin == end) return 0;
    const sand_snow::Grid grid = grid_of(solids);
    const int origin[3] = {b % blocks.x * kBlock - 1, b / blocks.x % blocks.y * kBlock - 1,
                           b / (blocks.x * blocks.y) * kBlock - 1};
    Four speeds[kGathers ? kNodes : 1], sums[kScatters ? kNodes : 1];
    if constexpr (kGathers)
        for_each_row(solids, origin, [&](int here, int there, int count) {
            std::copy(from + there, from + there + count, speeds + here);
        });
    if constexpr (kScatters) std::memset(sums, 0, sizeof sums);
    int strayed = 0;
    for (int i = begin; i < end; ++i) {
        SolidsParticle& p = solids.now[i];
        if (sand_snow::is_gone(p.material)) continue;
        if constexpr (kGathers) {
            const Spline s(p.place, origin);
            if (!s.is_in_tile && ++strayed) continue;
            gather(p, s, speeds);
            move(p, grid);
            if (sand_snow::is_gone(p.material)) continue;
        }
        if constexpr (kScatters) {
            const Spline s(p.place, origin);
            if (!s.is_in_tile && ++strayed) continue;
            scatter(p, s, solids, sums);
        }
    }
    if constexpr (kScatters)
        for_each_row(solids, origin, [&](int here, int there, int count) {
            for (int i = 0; i < count; ++i) to[there + i] += sums[here + i];
        });
    return strayed;
}

/// Transfers all blocks. Scattering takes eight passes; the blocks of a pass share no nodes.
template <bool kGathers, bool kScatters>
void transfer_all(const Solids& solids, const Blocks& blocks, const Four* from, Four* to,
                  int& strayed) {
    int mine = 0;
    for (int turn = 0; turn < (kScatters ? 8 : 1); ++turn) {
        constexpr int kStride = kScatters ? 2 : 1;
        const int x0 = turn & 1, y0 = turn >> 1 & 1, z0 = turn >> 2;
        const int nx = (blocks.x - x0 + kStride - 1) / kStride,
                  ny = (blocks.y - y0 + kStride - 1) / kStride,
                  nz = (blocks.z - z0 + kStride - 1) / kStride;
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < nx * ny * nz; ++i) {
            const int x = x0 + kStride * (i % nx), y = y0 + kStride * (i / nx % ny),
                      z = z0 + kStride * (i / (nx * ny));
            mine += transfer<kGathers, kScatters>(solids, blocks, (z * blocks.y + y) * blocks.x + x,
                                                  from, to);
        }
    }
#pragma omp atomic
    strayed += mine;
}

/// Converts the momenta of nodes to velocities, and applies gravity and walls.
void turn_to_velocities(const Solids& solids, Four* nodes) {
    const sand_snow::NodeForces around{grid_of(solids), solids.pull, solids.floor_friction,
                                       solids.wall_friction, false};
#pragma omp for collapse(2) schedule(static)
    for (int z = 0; z < solids.nodes[2]; ++z)
        for (int y = 0; y < solids.nodes[1]; ++y)
            for (int x = 0; x < solids.nodes[0]; ++x) {
                Four& node = nodes[(z * solids.nodes[1] + y) * solids.nodes[0] + x];
                if (!(node[3] > 0)) continue;
                node /= node[3];
                const float3 v = sand_snow::slide_along_walls(
                    make_float3(node[0], node[1] - solids.pull, node[2]), make_int3(x, y, z),
                    around);
                node = Four{v.x, v.y, v.z, 0};
            }
}

void clear(const Solids& solids, Four* nodes) {
#pragma omp for schedule(static)
    for (int i = 0; i < solids.nodes[0] * solids.nodes[1] * solids.nodes[2]; ++i) nodes[i] = Four{};
}

}  // namespace

int openmp_solids(const Solids* given) {
    const Solids& solids = *given;
    const Blocks blocks(solids);
    Four* const grids[2] = {reinterpret_cast<Four*>(solids.grids[0]),
                            reinterpret_cast<Four*>(solids.grids[1])};
    int strayed = 0;
#pragma omp parallel
    {
        sort(solids, blocks);
        clear(solids, grids[0]);
        transfer_all<false, true>(solids, blocks, nullptr, grids[0], strayed);
        turn_to_velocities(solids, grids[0]);
        for (int i = 1; i < solids.substeps; ++i) {
            Four *const from = grids[(i + 1) % 2], *const to = grids[i % 2];
            clear(solids, to);
            transfer_all<true, true>(solids, blocks, from, to, strayed);
            turn_to_velocities(solids, to);
        }
        transfer_all<true, false>(solids, blocks, grids[(solids.substeps + 1) % 2], nullptr,
                                  strayed);
    }
    return strayed;
}

}  // namespace glint::bench::openmp
