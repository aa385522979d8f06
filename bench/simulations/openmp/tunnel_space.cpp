// SPDX-License-Identifier: MIT
#include "tunnels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#ifdef __F16C__
#include <immintrin.h>
#endif

#define GLINT_INLINE inline __attribute__((always_inline))
#ifdef __clang__
#define GLINT_UNROLL _Pragma("unroll")
#else
#define GLINT_UNROLL _Pragma("GCC unroll 32")
#endif

namespace glint::bench::openmp {
namespace {

constexpr int kDirections = 19;
constexpr int kX[] = {0, 1, -1, 0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 0, 0, -1, 1};
constexpr int kY[] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, -1, 1};
constexpr int kZ[] = {0, 0, 0, 0, 0, 1, -1, -1, 1, 0, 0, 1, -1, -1, 1, 1, -1, 0, 0};
constexpr int kLanes = 16;  // number of cells of a row that are processed together

constexpr int opposite(int d) { return d == 0 ? 0 : d % 2 == 1 ? d + 1 : d - 1; }
constexpr float weight(int d) { return d == 0 ? 1.0f / 3 : d < 7 ? 1.0f / 18 : 1.0f / 36; }
constexpr int direction_of(int x, int y, int z) {
    for (int d = 0; d < kDirections; ++d)
        if (kX[d] == x && kY[d] == y && kZ[d] == z) return d;
    return 0;
}

/// Stores populations as floats. `Halves` below stores them as 16-bit floats.
struct Singles {
    using Stored = float;
    static constexpr float kOne = 1;
    static GLINT_INLINE float one(const float* f) { return *f; }
    static GLINT_INLINE void put(float* f, float x) { *f = x; }
    static GLINT_INLINE void load(const float* f, float* g) {
#pragma omp simd
        for (int l = 0; l < kLanes; ++l) g[l] = f[l];
    }
    static GLINT_INLINE void store(float* f, const float* g) {
#pragma omp simd
        for (int l = 0; l < kLanes; ++l) f[l] = g[l];
    }
};

struct Halves {
    using Stored = unsigned short;
    static constexpr float kOne = 32768;
#ifdef __F16C__
    static GLINT_INLINE float one(const Stored* f) { return _cvtsh_ss(*f); }
    static GLINT_INLINE void put(Stored* f, float x) { *f = _cvtss_sh(x, 0); }
    static GLINT_INLINE void load(const Stored* f, float* g) {
        for (int l = 0; l < kLanes; l += 8)
            _mm256_storeu_ps(
                g + l, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(f + l))));
    }
    static GLINT_INLINE void store(Stored* f, const float* g) {
        for (int l = 0; l < kLanes; l += 8)
            _mm_storeu_si128(reinterpret_cast<__m128i*>(f + l),
                             _mm256_cvtps_ph(_mm256_loadu_ps(g + l), 0));
    }
#else
    static float one(const Stored* f) {
        _Float16 x;
        __builtin_memcpy(&x, f, sizeof(x));
        return static_cast<float>(x);
    }
    static void put(Stored* f, float x) {
        const auto half = static_cast<_Float16>(x);
        __builtin_memcpy(f, &half, sizeof(half));
    }
    static void load(const Stored* f, float* g) {
        for (int l = 0; l < kLanes; ++l) g[l] = one(f + l);
    }
    static void store(Stored* f, const float* g) {
        for (int l = 0; l < kLanes; ++l) put(f + l, g[l]);
    }
#endif
};

/// Inverse relaxation times for the sums and differences of opposite populations.
struct Rates {
    float even, odd;
};

/// Source and destination of the populations of a row of cells. The source beyond a slip wall is
/// the mirrored population of the row itself.
template <class T>
struct Rows {
    const T* from[kDirections];
    const T* here[kDirections];
    T* to[kDirections];

    Rows(const Tunnel& tunnel, int y, int z, const T* f, T* f_next) {
        const auto row = [&](int d, int j, int k) {
            return (static_cast<std::ptrdiff_t>(k * tunnel.height + j) * kDirections + d) *
                   tunnel.width;
        };
        for (int d = 0; d < kDirections; ++d) {
            int above = y - kY[d], before = z - kZ[d];
            const bool is_above = above < 0 || above >= tunnel.height;
            const bool is_before = before < 0 || before >= tunnel.depth;
            const int source =
                direction_of(kX[d], is_above ? -kY[d] : kY[d], is_before ? -kZ[d] : kZ[d]);
            from[d] = f + row(source, is_above ? y : above, is_before ? z : before) - kX[d];
            here[d] = f + row(d, y, z);
            to[d] = f_next + row(d, y, z);
        }
    }
};

GLINT_INLINE float along(int d, float ux, float uy, float uz) {
    float sum = 0;
    if (kX[d]) sum += kX[d] > 0 ? ux : -ux;
    if (kY[d]) sum += kY[d] > 0 ? uy : -uy;
    if (kZ[d]) sum += kZ[d] > 0 ? uz : -uz;
    return sum;
}

/// Relaxes the populations of a cell, which are in units of 1 / kOne.
template <class Storage>
GLINT_INLINE void collide(const Rates& rates, float (&g)[kDirections]) {
    constexpr float kOne = Storage::kOne, kUnit = 1 / kOne;
    float rho = g[0], ux = 0, uy = 0, uz = 0;
    GLINT_UNROLL
    for (int d = 1; d < kDirections; d += 2) {
        const float sum = g[d] + g[d + 1], difference = g[d] - g[d + 1];
        g[d] = sum, g[d + 1] = difference;
        rho += sum;
        if (kX[d]) ux += kX[d] > 0 ? difference : -difference;
        if (kY[d]) uy += kY[d] > 0 ? difference : -difference;
        if (kZ[d]) uz += kZ[d] > 0 ? difference : -difference;
    }
    ux *= kUnit, uy *= kUnit, uz *= kUnit;
    const float keep_even = 0.5f - 0.5f * rates.even, keep_odd = 0.5f - 0.5f * rates.odd;
    const float base = rho - 1.5f * kOne * (ux * ux + uy * uy + uz * uz);
    g[0] += rates.even * (weight(0) * base - g[0]);
    GLINT_UNROLL
    for (int d = 1; d < kDirections; d += 2) {
        const float a = along(d, ux, uy, uz);
        const float t = 4.5f * kOne * a * a + base;
        const float e = keep_even * g[d] + rates.even * weight(d) * t;
        const float o = keep_odd * g[d + 1] + rates.odd * (3 * kOne * weight(d)) * a;
        g[d] = e + o;
        g[d + 1] = e - o;
    }
}

template <class Storage>
GLINT_INLINE void calm(const Tunnel& tunnel, int x, float (&g)[kDirections]) {
    const float depth =
        (static_cast<float>(x) + tunnel.sponge - static_cast<float>(tunnel.width)) / tunnel.sponge;
    const float share = depth > 0 ? 0.02f * depth * depth : 0.0f;
    GLINT_UNROLL
    for (int d = 0; d < kDirections; ++d) {
        const float a = static_cast<float>(kX[d]) * tunnel.speed;
        const float rest = -1.5f * tunnel.speed * tunnel.speed + 3 * a + 4.5f * a * a;
        g[d] -= share * (g[d] - Storage::kOne * weight(d) * rest);
    }
}

/// Sets the populations that enter through the ends of the tunnel: those of the inlet in the first
/// cell of a row, and those with zero gradient in the last cell.
template <class Storage>
void pass_ends(const Tunnel& tunnel, const Rows<typename Storage::Stored>& rows, int first,
               float (&g)[kDirections][kLanes]) {
    if (first == 0)
        for (int d = 1; d < kDirections; ++d)
            if (kX[d] > 0)
                g[d][0] = Storage::one(rows.here[opposite(d)]) +
                          6 * Storage::kOne * weight(d) * tunnel.speed;
    if (first + kLanes < tunnel.width) return;
    const int x = tunnel.width - 1;
    float rho = 0;
    for (int d = 0; d < kDirections; ++d) rho += Storage::one(rows.here[d] + x);
    for (int d = 1; d < kDirections; ++d)
        if (kX[d] < 0) g[d][kLanes - 1] = Storage::one(rows.here[d] + x) - 0.002f * weight(d) * rho;
}

/// Updates cell `first` + l of a row. This is a separate function: if the loop over l declared the
/// array `own`, compilers would keep `own` in memory instead of registers.
template <class Storage, bool kIsCalmed>
GLINT_INLINE void go_one(const Tunnel& tunnel, const Rates& rates, int first, int l,
                         float (&g)[kDirections][kLanes]) {
    float own[kDirections];
    GLINT_UNROLL
    for (int d = 0; d < kDirections; ++d) own[d] = g[d][l];
    if (kIsCalmed) calm<Storage>(tunnel, first + l, own);
    collide<Storage>(rates, own);
    GLINT_UNROLL
    for (int d = 0; d < kDirections; ++d) g[d][l] = own[d];
}

template <class Storage, bool kIsCalmed>
GLINT_INLINE void go(const Tunnel& tunnel, const Rates& rates, int first,
                     float (&g)[kDirections][kLanes]) {
#pragma omp simd
    for (int l = 0; l < kLanes; ++l) go_one<Storage, kIsCalmed>(tunnel, rates, first, l, g);
}

template <class Storage>
void go_along(const Tunnel& tunnel, const Rows<typename Storage::Stored>& rows,
              const Rates& rates) {
    for (int first = 0; first < tunnel.width; first += kLanes) {
        alignas(64) float g[kDirections][kLanes];
        for (int d = 0; d < kDirections; ++d) Storage::load(rows.from[d] + first, g[d]);
        if (first == 0 || first + kLanes == tunnel.width)
            pass_ends<Storage>(tunnel, rows, first, g);
        if (static_cast<float>(first + kLanes) + tunnel.sponge > static_cast<float>(tunnel.width))
            go<Storage, true>(tunnel, rates, first, g);
        else
            go<Storage, false>(tunnel, rates, first, g);
        for (int d = 0; d < kDirections; ++d) Storage::store(rows.to[d] + first, g[d]);
    }
}

struct Cell {
    int x, y, z;
};

/// Distance from the cell to the ball along -d, as a fraction of the distance to the next cell.
float gap(const Tunnel& tunnel, Cell c, int d) {
    const float rx = static_cast<float>(c.x) + 0.5f - tunnel.centre[0];
    const float ry = static_cast<float>(c.y) + 0.5f - tunnel.centre[1];
    const float rz = static_cast<float>(c.z) + 0.5f - tunnel.centre[2];
    const float a = static_cast<float>(kX[d] * kX[d] + kY[d] * kY[d] + kZ[d] * kZ[d]);
    const float b = -along(d, rx, ry, rz);
    const float outside = rx * rx + ry * ry + rz * rz - tunnel.radius * tunnel.radius;
    const float root = std::sqrt(std::max(b * b - a * outside, 0.0f));
    return std::clamp((-b - root) / a, 0.0f, 1.0f);
}

/// Updates a cell that is in or next to an obstacle but not next to a wall. Interpolates the
/// populations that the ball reflects.
template <class Storage>
void update_boundary(const Tunnel& tunnel, const Rows<typename Storage::Stored>& rows,
                     const Rates& rates, Cell c, const typename Storage::Stored* f, float* force) {
    const std::ptrdiff_t width = tunnel.width, layer = width * tunnel.height;
    const std::ptrdiff_t i = c.z * layer + c.y * width + c.x;
    const bool rests = tunnel.solid[i] != 0;
    float g[kDirections], sum[3] = {};
    for (int d = 0; d < kDirections; ++d) {
        g[d] = rests ? 0 : Storage::one(rows.from[d] + c.x);
        const std::ptrdiff_t step = kZ[d] * layer + kY[d] * width + kX[d];
        if (rests || !tunnel.solid[i - step]) continue;
        const float sent = Storage::one(rows.here[opposite(d)] + c.x), q = gap(tunnel, c, d);
        const std::ptrdiff_t ahead =
            ((c.z + kZ[d]) * tunnel.height + c.y + kY[d]) * kDirections + opposite(d);
        g[d] = q >= 0.5f ? (sent + (2 * q - 1) * Storage::one(rows.here[d] + c.x)) / (2 * q)
               : tunnel.solid[i + step]
                   ? sent
                   : 2 * q * sent + (1 - 2 * q) * Storage::one(f + ahead * width + c.x + kX[d]);
        const float both = (sent + g[d]) / Storage::kOne;
        sum[0] -= both * static_cast<float>(kX[d]);
        sum[1] -= both * static_cast<float>(kY[d]);
        sum[2] -= both * static_cast<float>(kZ[d]);
    }
    for (int axis = 0; axis < 3; ++axis) force[3 * i + axis] = sum[axis];
    collide<Storage>(rates, g);
    for (int d = 0; d < kDirections; ++d) Storage::put(rows.to[d] + c.x, g[d]);
}

template <class Storage>
void step(const Tunnel& tunnel, const typename Storage::Stored* f, float* force,
          typename Storage::Stored* f_next) {
    const float tau = 3 * tunnel.viscosity + 0.5f;
    const Rates rates{1 / tau, 1 / (0.5f + 0.1875f / (tau - 0.5f))};
    const int rows = tunnel.height * tunnel.depth;
#pragma omp parallel for schedule(static)
    for (int row = 0; row < rows; ++row) {
        const int y = row % tunnel.height, z = row / tunnel.height;
        const Rows<typename Storage::Stored> at(tunnel, y, z, f, f_next);
        go_along<Storage>(tunnel, at, rates);
        for (int i = tunnel.starts[row]; i < tunnel.starts[row + 1]; ++i)
            update_boundary<Storage>(tunnel, at, rates, {tunnel.adjacent[i], y, z}, f, force);
    }
}

}  // namespace

void openmp_tunnel_space(const Tunnel* tunnel, const float* f, float* force, float* f_next) {
    step<Singles>(*tunnel, f, force, f_next);
}

void openmp_tunnel_halves(const Tunnel* tunnel, const unsigned short* f, float* force,
                          unsigned short* f_next) {
    step<Halves>(*tunnel, f, force, f_next);
}

}  // namespace glint::bench::openmp
