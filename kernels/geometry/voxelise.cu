// SPDX-License-Identifier: MIT
// Finds the cells whose centers are inside a closed mesh, with rays along one axis through cell
// centers. Across the rays, the coordinates of corners are integers, in fractions of a cell, so the
// intersection test has no rounding errors. A ray through an edge or a corner is treated as if it
// were shifted by (e, e^2) with an infinitesimal e, so each ray crosses a closed mesh an even
// number of times. Each crossing flips the bit of the first cell after it. The order of flips does
// not matter, so all runs are identical.
#include <geometry/mesh.cuh>
#include <glint/ceil_div.cuh>

namespace glint::geometry {

constexpr int kShare = 16;  // columns that a thread processes

struct Corner {
    int along, a, b;
};

__device__ inline Corner corner_of(const int* places, const int* triangles, int t, int i) {
    const int* at = places + 3ll * triangles[3ll * t + i];
    return {at[0], at[1], at[2]};
}

/// Returns the index of the first cell whose center is at or above `place`.
__device__ inline int first_from(int place, int bits) {
    const int half = 1 << (bits - 1);
    return (place - half + (1 << bits) - 1) >> bits;
}
__device__ inline int last_up_to(int place, int bits) {
    return (place - (1 << (bits - 1))) >> bits;
}

__device__ inline int least(int a, int b, int c) { return min(a, min(b, c)); }
__device__ inline int greatest(int a, int b, int c) { return max(a, max(b, c)); }

/// Returns the columns whose rays may cross the triangle and that have cells after the triangle.
__device__ inline Rectangle columns_of(const Rays& rays, Corner p, Corner q, Corner r) {
    if (first_from(least(p.along, q.along, r.along), rays.bits) >= rays.along) return {0, 0, 0, 0};
    const int low_a = max(first_from(least(p.a, q.a, r.a), rays.bits), 0);
    const int low_b = max(first_from(least(p.b, q.b, r.b), rays.bits), 0);
    const int high_a = min(last_up_to(greatest(p.a, q.a, r.a), rays.bits), rays.a - 1);
    const int high_b = min(last_up_to(greatest(p.b, q.b, r.b), rays.bits), rays.b - 1);
    return {low_a, low_b, high_a - low_a + 1, high_b - low_b + 1};
}

/// Twice the area of the triangle formed by an edge and the ray, and the ray's side of the edge.
struct Side {
    long long area;
    bool is_left;
};
__device__ inline Side side_of(Corner from, Corner to, int a, int b) {
    const long long da = to.a - from.a, db = to.b - from.b;
    const long long area = da * (b - from.b) - db * (a - from.a);
    return {area, area > 0 || (area == 0 && (db < 0 || (db == 0 && da > 0)))};
}

/// Flips the bit of the first cell after the triangle, if the column's ray crosses the triangle.
__device__ inline void cross(const Rays& rays, Corner p, Corner q, Corner r, int column_a,
                             int column_b, unsigned* bits) {
    const int half = 1 << (rays.bits - 1);
    const int a = (column_a << rays.bits) + half, b = (column_b << rays.bits) + half;
    const Side sp = side_of(q, r, a, b), sq = side_of(r, p, a, b), sr = side_of(p, q, a, b);
    if (sp.is_left != sq.is_left || sq.is_left != sr.is_left) return;
    const long long whole = sp.area + sq.area + sr.area;
    if (whole == 0) return;  // the triangle is parallel to the rays
    const double lean = static_cast<double>(q.along - p.along) * static_cast<double>(sq.area) +
                        static_cast<double>(r.along - p.along) * static_cast<double>(sr.area);
    const double place = p.along + lean / static_cast<double>(whole);
    const double cell = ceil((place - half) / (1 << rays.bits));
    if (cell >= rays.along) return;
    const int first = cell > 0 ? static_cast<int>(cell) : 0;
    const long long column = static_cast<long long>(column_b) * rays.a + column_a;
    atomicXor(&bits[column * rays.words + first / 32], 1u << (first % 32));
}

/// Returns the bit of a cell that the rays along one axis have computed.
__device__ inline bool bit_at(const unsigned* bits, int along, int a, int b, int cells_along,
                              int cells_a) {
    const long long words = ceil_div(cells_along, 32);
    const unsigned word = bits[(static_cast<long long>(b) * cells_a + a) * words + along / 32];
    return (word >> (along % 32)) & 1;
}
__device__ inline bool is_solid(Cells c, Cells cells, const unsigned* x, const unsigned* y,
                                const unsigned* z) {
    const bool by_x = bit_at(x, c.x, c.y, c.z, cells.x, cells.y);
    if (!y) return by_x;
    const int votes = by_x + bit_at(y, c.y, c.z, c.x, cells.y, cells.z) +
                      bit_at(z, c.z, c.x, c.y, cells.z, cells.x);
    return votes >= 2;
}

__device__ inline int rounded(double value) { return static_cast<int>(rint(value)); }
}  // namespace glint::geometry

/// Rounds corner positions to integer fractions of a cell. The coordinate along rays is first.
extern "C" __global__ void mesh_round_corners(glint::geometry::Frame frame,
                                              glint::geometry::Rays rays, int corners,
                                              const float* positions, int* places) {
    using namespace glint::geometry;
    const long long i = own_index();
    if (i >= corners) return;
    const int x = rounded((positions[3 * i] - frame.low_x) * frame.scale);
    const int y = rounded((positions[3 * i + 1] - frame.low_y) * frame.scale);
    const int z = rounded((positions[3 * i + 2] - frame.low_z) * frame.scale);
    places[3 * i] = rays.axis == 0 ? x : rays.axis == 1 ? y : z;
    places[3 * i + 1] = rays.axis == 0 ? y : rays.axis == 1 ? z : x;
    places[3 * i + 2] = rays.axis == 0 ? z : rays.axis == 1 ? x : y;
}

/// Computes the number of work items per triangle.
extern "C" __global__ void mesh_count_columns(glint::geometry::Rays rays, int count,
                                              const int* triangles, const int* places,
                                              long long* pieces) {
    using namespace glint::geometry;
    const long long t = own_index();
    if (t >= count) return;
    const int at = static_cast<int>(t);
    const Corner p = corner_of(places, triangles, at, 0), q = corner_of(places, triangles, at, 1);
    const Corner r = corner_of(places, triangles, at, 2);
    pieces[t] = pieces_of(columns_of(rays, p, q, r), kShare);
}

extern "C" __global__ void mesh_cross_columns(glint::geometry::Rays rays, int count,
                                              const int* triangles, const int* places,
                                              const long long* ends, unsigned* bits) {
    using namespace glint::geometry;
    const long long pieces = ends[count - 1];
    for (long long piece = own_index(); piece < pieces; piece += all_threads()) {
        const int t = owner_of(ends, count, piece);
        const Corner p = corner_of(places, triangles, t, 0), q = corner_of(places, triangles, t, 1);
        const Corner r = corner_of(places, triangles, t, 2);
        for_each_member(columns_of(rays, p, q, r), (piece - begin_of(ends, t)) * kShare, kShare,
                        [&](int a, int b) { cross(rays, p, q, r, a, b, bits); });
    }
}

/// Converts bits that mark the borders of solid regions along rays to bits of all solid cells.
extern "C" __global__ void mesh_fill_columns(long long columns, int words, unsigned* bits) {
    const long long column = glint::geometry::own_index();
    if (column >= columns) return;
    unsigned inside = 0;  // has all bits set after an odd number of faces
    for (int i = 0; i < words; ++i) {
        unsigned word = bits[column * words + i];
        word ^= word << 1;
        word ^= word << 2;
        word ^= word << 4;
        word ^= word << 8;
        word ^= word << 16;
        word ^= inside;
        bits[column * words + i] = word;
        inside = word >> 31 ? ~0u : 0u;
    }
}

/// Writes 1 for solid cells, as found by rays along x or by a majority of the three axes.
extern "C" __global__ void mesh_write_cells(glint::geometry::Cells cells, const unsigned* x,
                                            const unsigned* y, const unsigned* z,
                                            unsigned char* solid) {
    using namespace glint::geometry;
    const Cells c = own_cell();
    if (is_within(c, cells)) solid[index_of(c, cells)] = is_solid(c, cells, x, y, z);
}

/// Writes the solid fraction of each cell, computed from `samples` bits along each axis.
extern "C" __global__ void mesh_write_fractions(glint::geometry::Cells cells, int samples,
                                                const unsigned* x, const unsigned* y,
                                                const unsigned* z, float* fractions) {
    using namespace glint::geometry;
    const Cells c = own_cell();
    if (!is_within(c, cells)) return;
    const Cells fine{cells.x * samples, cells.y * samples, cells.z * samples};
    int inside = 0;
    for (int k = 0; k < samples; ++k)
        for (int j = 0; j < samples; ++j)
            for (int i = 0; i < samples; ++i)
                inside += is_solid({c.x * samples + i, c.y * samples + j, c.z * samples + k}, fine,
                                   x, y, z);
    fractions[index_of(c, cells)] =
        static_cast<float>(inside) / static_cast<float>(samples * samples * samples);
}
