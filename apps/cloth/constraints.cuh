// SPDX-License-Identifier: MIT
// Distance and bending constraints of a regular sheet. Constraints of the same color share no
// vertices. Each constraint is projected once per substep, by extended position-based dynamics
// (Macklin, Mueller and Chentanez, "XPBD", 2016) with small steps (Macklin et al., "Small Steps
// in Physics Simulation", 2019). Because each substep has a single sweep, the Lagrange multipliers
// are zero before each projection and need not be stored.
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/vector.cuh>

#include "layout.cuh"

namespace cloth {

// The position of a vertex is in x, y, z. w is 1 for a free vertex, 0 for a pinned vertex, or:
constexpr float kGone = -1;   // removed because it flew off
constexpr float kWrong = -2;  // removed because it became NaN or infinity

enum class Kind { stretch, shear, bend };

/// Constraints of one color start at the vertices whose x and y are `phase` modulo `x_every` and
/// `y_every`. Relative to this start, the constraint's two vertices are at (ax, 0) and (bx, by). A
/// bend constraint has a third vertex at (2 bx, 2 by).
struct Color {
    Kind kind;
    int x_every, y_every, phase;
    int ax, bx, by;
};

/// Colors in projection order: colors along y before colors along x, and colors aligned with tiles
/// last. With this order, few other vertices affect the final position of a vertex.
constexpr Color kOrder[kColors] = {
    {Kind::bend, 1, 3, 2, 0, 0, 1},    {Kind::bend, 1, 3, 1, 0, 0, 1},
    {Kind::stretch, 1, 2, 1, 0, 0, 1}, {Kind::bend, 3, 1, 2, 0, 1, 0},
    {Kind::bend, 3, 1, 1, 0, 1, 0},    {Kind::stretch, 2, 1, 1, 0, 1, 0},
    {Kind::shear, 1, 2, 1, 1, 0, 1},   {Kind::shear, 1, 2, 1, 0, 1, 1},
    {Kind::shear, 1, 2, 0, 1, 0, 1},   {Kind::shear, 1, 2, 0, 0, 1, 1},
    {Kind::stretch, 1, 2, 0, 0, 0, 1}, {Kind::bend, 1, 3, 0, 0, 0, 1},
    {Kind::stretch, 2, 1, 0, 0, 1, 0}, {Kind::bend, 3, 1, 0, 0, 1, 0},
};

// Width of the halo on each side of a tile whose origin is a multiple of 6. The widths follow from
// tracing the order above backward.
constexpr int kLeft = 7, kRight = 8, kAbove = 4, kBelow = 2;

/// Compliance (inverse stiffness) of each kind of constraint, without units: the mass of a vertex
/// divided by (stiffness times the squared substep).
struct Compliance {
    float stretch, shear, bend;
    float spacing;
};

template <class Params>
__device__ Compliance compliance_of(const Params& params, float spacing, float dt) {
    const float mass = params.density * spacing * spacing, unit = mass / (dt * dt);
    return {unit / params.stretch, unit / params.shear, unit * spacing * spacing / params.bend,
            spacing};
}

/// The part of the sheet on which projections work: the whole sheet (Whole) or a tile (Tile).
struct Whole {
    float4* at;
    int columns, rows;

    __device__ int width() const { return columns; }
    __device__ int height() const { return rows; }
    __device__ int left() const { return 0; }
    __device__ int top() const { return 0; }
};
struct Tile {
    float4* at;
    int x, y;  // position of the tile's first vertex in the sheet; may lie outside the sheet
    int columns, rows;

    __device__ static constexpr int width() { return kTileWidth + kLeft + kRight; }
    __device__ static constexpr int height() { return kTileHeight + kAbove + kBelow; }
    __device__ int left() const { return x; }
    __device__ int top() const { return y; }
};

/// Moves two vertices toward their rest distance.
__device__ inline void pull(float4& a, float4& b, float rest, float compliance) {
    const float weights = a.w + b.w;
    if (a.w < 0 || b.w < 0 || weights == 0) return;
    const float3 way = glint::xyz(a) - glint::xyz(b);
    const float square = glint::dot(way, way);
    if (!(square > 0)) return;
    const float length = sqrtf(square);
    const float part = (length - rest) / (length * (weights + compliance));
    const float3 whole = part * way;
    a.x -= a.w * whole.x, a.y -= a.w * whole.y, a.z -= a.w * whole.z;
    b.x += b.w * whole.x, b.y += b.w * whole.y, b.z += b.w * whole.z;
}

/// Moves the middle vertex of three toward the midpoint of the other two, and those two the
/// opposite way. This reduces the squared curvature, a quadratic function of the positions (Bergou
/// et al., "A Quadratic Bending Model for Inextensible Surfaces", 2006).
__device__ inline void unbend(float4& a, float4& b, float4& c, float compliance) {
    const float weights = a.w + 4 * b.w + c.w;
    if (a.w < 0 || b.w < 0 || c.w < 0 || weights == 0) return;
    const float3 bend = glint::xyz(a) - 2.0f * glint::xyz(b) + glint::xyz(c);
    const float3 part = 1 / (weights + compliance) * bend;
    a.x -= a.w * part.x, a.y -= a.w * part.y, a.z -= a.w * part.z;
    b.x += 2 * b.w * part.x, b.y += 2 * b.w * part.y, b.z += 2 * b.w * part.z;
    c.x -= c.w * part.x, c.y -= c.w * part.y, c.z -= c.w * part.z;
}

/// Returns the smallest n >= 0 for which `from` + n equals `phase` modulo `every`.
__device__ inline int first_of(int from, int every, int phase) {
    const int rest = (phase - from) % every;
    return rest < 0 ? rest + every : rest;
}

/// Projects constraint k < constraints_of() of a color. Skips constraints that cross an edge.
template <int kIndex, class Part>
__device__ void project(const Part& part, int k, const Compliance& compliance) {
    constexpr Color color = kOrder[kIndex];
    const int across = glint::ceil_div(part.width(), color.x_every);
    const int row = k / across;
    const int x = (k - row * across) * color.x_every +
                  (color.x_every > 1 ? first_of(part.left(), color.x_every, color.phase) : 0);
    const int y = row * color.y_every +
                  (color.y_every > 1 ? first_of(part.top(), color.y_every, color.phase) : 0);
    constexpr int reach = color.kind == Kind::bend ? 2 : 1;
    constexpr int x_reach = color.kind == Kind::shear ? 1 : reach * color.bx;
    constexpr int y_reach = reach * color.by;
    if (part.left() + x < 0 || part.top() + y < 0 || x + x_reach >= part.width() ||
        y + y_reach >= part.height() || part.left() + x + x_reach >= part.columns ||
        part.top() + y + y_reach >= part.rows)
        return;
    float4* const a = part.at + (y * part.width() + x + color.ax);
    float4* const b = part.at + ((y + color.by) * part.width() + x + color.bx);
    const float rest = compliance.spacing;
    if constexpr (color.kind == Kind::bend)
        unbend(*a, *b, b[color.by * part.width() + color.bx], compliance.bend);
    else if constexpr (color.kind == Kind::shear)
        pull(*a, *b, 1.41421356f * rest, compliance.shear);
    else
        pull(*a, *b, rest, compliance.stretch);
}

template <int kIndex>
__device__ constexpr int constraints_of(int width, int height) {
    constexpr Color color = kOrder[kIndex];
    return glint::ceil_div(width, color.x_every) * glint::ceil_div(height, color.y_every);
}

/// Projects the color kIndex and all later colors on a tile in shared memory, by a whole block.
template <int kIndex = 0>
__device__ void project_all(const Tile& tile, const Compliance& compliance) {
    if constexpr (kIndex < kColors) {
        constexpr int count = constraints_of<kIndex>(Tile::width(), Tile::height());
        for (int k = threadIdx.x; k < count; k += kTileThreads)
            project<kIndex>(tile, k, compliance);
        __syncthreads();
        project_all<kIndex + 1>(tile, compliance);
    }
}

/// Projects constraint k of color `color` on the whole sheet.
template <int kIndex = 0>
__device__ void project_one(int color, const Whole& sheet, int k, const Compliance& compliance) {
    if constexpr (kIndex < kColors) {
        if (color == kIndex) {
            if (k < constraints_of<kIndex>(sheet.columns, sheet.rows))
                project<kIndex>(sheet, k, compliance);
        } else {
            project_one<kIndex + 1>(color, sheet, k, compliance);
        }
    }
}

}  // namespace cloth
