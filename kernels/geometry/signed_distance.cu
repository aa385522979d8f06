// SPDX-License-Identifier: MIT
// The distance from each cell's center to the nearest triangle. It is exact in a band around the
// mesh, where each triangle updates all cells in reach. Farther away, cells copy the nearest
// triangle from cells that are 2^n, ..., 2, 1, 2, 1 cells away (Rong and Tan, "Jump flooding in
// GPU", 2006). A key has the squared distance in its upper half and the triangle in its lower half,
// so the smallest key is the nearest triangle, in any order of updates. Lengths are in cells.
#include <geometry/mesh.cuh>
#include <glint/vector.cuh>

namespace glint::geometry {

constexpr int kRows = 8;  // rows that a thread processes
constexpr unsigned kNone = 0xffffffffu;

using Key = unsigned long long;

struct Triangle {
    float3 p, q, r;
};

__device__ inline float3 corner_of(const float* places, const int* triangles, int t, int i) {
    const float* at = places + 3ll * triangles[3ll * t + i];
    return make_float3(at[0], at[1], at[2]);
}
__device__ inline Triangle triangle_of(const float* places, const int* triangles, int t) {
    return {corner_of(places, triangles, t, 0), corner_of(places, triangles, t, 1),
            corner_of(places, triangles, t, 2)};
}

__device__ inline float3 center_of(Cells c) {
    return make_float3(static_cast<float>(c.x) + 0.5f, static_cast<float>(c.y) + 0.5f,
                       static_cast<float>(c.z) + 0.5f);
}

__device__ inline float square_to_edge(float3 from_corner, float3 edge) {
    const float along = dot(from_corner, edge) / fmaxf(dot(edge, edge), 1e-30f);
    const float3 rest = from_corner - edge * clamp(along, 0.0f, 1.0f);
    return dot(rest, rest);
}

/// Returns the squared distance from a point to a triangle.
__device__ inline float square_to(float3 place, const Triangle& t) {
    const float3 from_p = place - t.p, from_q = place - t.q, from_r = place - t.r;
    const float3 pq = t.q - t.p, qr = t.r - t.q, rp = t.p - t.r;
    const float3 normal = cross(pq, qr);
    const float square = dot(normal, normal), height = dot(normal, from_p);
    const bool is_over = dot(cross(normal, pq), from_p) >= 0 &&
                         dot(cross(normal, qr), from_q) >= 0 &&
                         dot(cross(normal, rp), from_r) >= 0 && square > 0;
    const float to_edges = fminf(square_to_edge(from_p, pq),
                                 fminf(square_to_edge(from_q, qr), square_to_edge(from_r, rp)));
    // Divides first, because height * height overflows for edges of 2^21 cells.
    return is_over ? fminf(height / square * height, to_edges) : to_edges;
}

__device__ inline Key key_of(float square, int triangle) {
    return static_cast<Key>(__float_as_uint(square)) << 32 | static_cast<unsigned>(triangle);
}
__device__ inline float square_in(Key key) {
    return __uint_as_float(static_cast<unsigned>(key >> 32));
}
__device__ inline unsigned triangle_in(Key key) { return static_cast<unsigned>(key); }

/// Stores the smaller key in *nearest. The plain read makes most atomic operations unnecessary.
__device__ inline void keep_nearest(Key* nearest, Key key) {
    if (key < *const_cast<const volatile Key*>(nearest)) atomicMin(nearest, key);
}

/// The range of `count` cells starting at `first`.
struct Range {
    int first, count;
};

/// Returns the cells whose centers are within the band around the range from `low` to `high`. Parts
/// outside the grid are clamped to its border, so that each triangle is stored in some cell.
__device__ inline Range range_of(float low, float high, float band, int cells) {
    const float first = clamp(ceilf(low - band - 0.5f), 0.0f, static_cast<float>(cells - 1));
    const float last = clamp(floorf(high + band - 0.5f), 0.0f, static_cast<float>(cells - 1));
    return {static_cast<int>(first), static_cast<int>(last) - static_cast<int>(first) + 1};
}
__device__ inline Range range_of(float p, float q, float r, float band, int cells) {
    return range_of(fminf(p, fminf(q, r)), fmaxf(p, fmaxf(q, r)), band, cells);
}

__device__ inline Rectangle rows_of(const Triangle& t, float band, Cells cells) {
    const Range y = range_of(t.p.y, t.q.y, t.r.y, band, cells.y);
    const Range z = range_of(t.p.z, t.q.z, t.r.z, band, cells.z);
    return {y.first, z.first, y.count, z.count};
}

/// Returns the cells of a row that are within the band around a triangle's plane. The row and the
/// triangle must be inside the grid.
__device__ inline Range near_plane(const Triangle& t, Range row, int y, int z, float band) {
    const float3 normal = cross(t.q - t.p, t.r - t.q);
    const float size = length(normal);
    if (!(fabsf(normal.x) > 1e-3f * size)) return row;
    const float3 start =
        make_float3(0.5f, static_cast<float>(y) + 0.5f, static_cast<float>(z) + 0.5f);
    const float middle = -dot(normal, start - t.p) / normal.x;
    const float reach = band * size / fabsf(normal.x) + 0.01f;
    const float last_of_row = static_cast<float>(row.first + row.count - 1);
    const float first =
        clamp(ceilf(middle - reach), static_cast<float>(row.first), last_of_row + 1);
    const float last =
        clamp(floorf(middle + reach), static_cast<float>(row.first) - 1, last_of_row);
    return {static_cast<int>(first), static_cast<int>(last) - static_cast<int>(first) + 1};
}

__device__ inline bool is_inside(const Triangle& t, float band, Cells cells) {
    const auto fits = [&](float p, float q, float r, int count) {
        return fminf(p, fminf(q, r)) >= band + 0.5f &&
               fmaxf(p, fmaxf(q, r)) + band + 0.5f <= static_cast<float>(count);
    };
    return fits(t.p.x, t.q.x, t.r.x, cells.x) && fits(t.p.y, t.q.y, t.r.y, cells.y) &&
           fits(t.p.z, t.q.z, t.r.z, cells.z);
}

/// Returns the nearest triangle among those of a cell's neighbors that are `step` cells away:
/// across faces only or, `with_edges`, also across edges and corners.
__device__ inline Key nearest_of(Cells c, Cells cells, int step, bool with_edges,
                                 const float* places, const int* triangles, const Key* keys,
                                 Key best) {
    unsigned tried = triangle_in(best);
    for (int n = 0; n < 27; ++n) {
        const Cells way{n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1};
        const Cells from{c.x + step * way.x, c.y + step * way.y, c.z + step * way.z};
        if (n == 13 || (!with_edges && way.x * way.x + way.y * way.y + way.z * way.z > 1)) continue;
        if (from.x < 0 || from.y < 0 || from.z < 0 || !is_within(from, cells)) continue;
        const Key key = keys[index_of(from, cells)];
        const unsigned triangle = triangle_in(key);
        if (triangle == kNone || triangle == tried || triangle == triangle_in(best)) continue;
        tried = triangle;
        // Lower bound of the distance: the neighbor's distance minus the length of the step.
        const float way_length =
            static_cast<float>(step) *
            sqrtf(static_cast<float>(way.x * way.x + way.y * way.y + way.z * way.z));
        const float least = sqrtf(square_in(key)) - way_length;
        if (least > 0 && least * least * 0.999f > square_in(best)) continue;
        const int t = static_cast<int>(triangle);
        const Key own = key_of(square_to(center_of(c), triangle_of(places, triangles, t)), t);
        best = own < best ? own : best;
    }
    return best;
}

}  // namespace glint::geometry

/// Converts corner positions to cell units.
extern "C" __global__ void mesh_scale_corners(glint::geometry::Frame frame, int corners,
                                              const float* positions, float* places) {
    const long long i = glint::geometry::own_index();
    if (i >= corners) return;
    places[3 * i] = static_cast<float>((positions[3 * i] - frame.low_x) * frame.scale);
    places[3 * i + 1] = static_cast<float>((positions[3 * i + 1] - frame.low_y) * frame.scale);
    places[3 * i + 2] = static_cast<float>((positions[3 * i + 2] - frame.low_z) * frame.scale);
}

/// Computes the number of work items per triangle.
extern "C" __global__ void mesh_count_rows(glint::geometry::Cells cells, float band, int count,
                                           const int* triangles, const float* places,
                                           long long* pieces) {
    using namespace glint::geometry;
    const long long t = own_index();
    if (t >= count) return;
    const Triangle triangle = triangle_of(places, triangles, static_cast<int>(t));
    pieces[t] = pieces_of(rows_of(triangle, band, cells), kRows);
}

/// Stores the nearest triangle in each cell of the band.
extern "C" __global__ void mesh_mark_band(glint::geometry::Cells cells, float band, int count,
                                          const int* triangles, const float* places,
                                          const long long* ends, glint::geometry::Key* keys) {
    using namespace glint::geometry;
    const long long pieces = ends[count - 1];
    for (long long piece = own_index(); piece < pieces; piece += all_threads()) {
        const int t = owner_of(ends, count, piece);
        const Triangle triangle = triangle_of(places, triangles, t);
        const Range all = range_of(triangle.p.x, triangle.q.x, triangle.r.x, band, cells.x);
        const bool has_all = is_inside(triangle, band, cells);
        const auto tell_row = [&](int y, int z) {
            const Range row = has_all ? near_plane(triangle, all, y, z, band) : all;
            for (int x = row.first; x < row.first + row.count; ++x) {
                const Cells c{x, y, z};
                const Key key = key_of(square_to(center_of(c), triangle), t);
                keep_nearest(&keys[index_of(c, cells)], key);
            }
        };
        for_each_member(rows_of(triangle, band, cells), (piece - begin_of(ends, t)) * kRows, kRows,
                        tell_row);
    }
}

extern "C" __global__ void mesh_flood(glint::geometry::Cells cells, float band, int step,
                                      int with_edges, const int* triangles, const float* places,
                                      const glint::geometry::Key* keys,
                                      glint::geometry::Key* keys_next) {
    using namespace glint::geometry;
    const Cells c = own_cell();
    if (!is_within(c, cells)) return;
    const long long i = index_of(c, cells);
    const Key best = keys[i];
    const bool is_exact = square_in(best) <= band * band;
    keys_next[i] =
        is_exact ? best : nearest_of(c, cells, step, with_edges, places, triangles, keys, best);
}

/// Converts keys to distances in units of the mesh. The distance of a solid cell is negative.
extern "C" __global__ void mesh_write_distances(glint::geometry::Cells cells, float spacing,
                                                float most, const glint::geometry::Key* keys,
                                                const unsigned char* solid, float* distances) {
    using namespace glint::geometry;
    const Cells c = own_cell();
    if (!is_within(c, cells)) return;
    const long long i = index_of(c, cells);
    constexpr float kGreatest = 3.402823466e38f;
    const float distance = fminf(fminf(sqrtf(square_in(keys[i])), most) * spacing, kGreatest);
    distances[i] = solid[i] ? -distance : distance;
}
