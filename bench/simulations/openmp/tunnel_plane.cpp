// SPDX-License-Identifier: MIT
#include "tunnels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#define GLINT_INLINE inline __attribute__((always_inline))

namespace glint::bench::openmp {
namespace {

constexpr int kDirections = 9;
constexpr int kX[] = {0, 1, -1, 0, 0, 1, -1, -1, 1};
constexpr int kY[] = {0, 0, 0, 1, -1, -1, 1, -1, 1};
constexpr int kOpposite[] = {0, 2, 1, 4, 3, 6, 5, 8, 7};
constexpr int kUpsideDown[] = {0, 1, 2, 4, 3, 8, 7, 6, 5};
constexpr float kWeight[] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                             1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

/// Inverse relaxation times for the sums and differences of opposite populations.
struct Rates {
    float even, odd;
};

/// Source and destination of the populations of a row of cells, one pointer per direction.
struct Rows {
    const float* from[kDirections];
    float* to[kDirections];
};

/// Returns the pointers for row y. Sources beyond a slip wall are mirrored populations of row y.
Rows rows_at(const Tunnel& tunnel, int y, const float* f, float* f_next) {
    const std::ptrdiff_t width = tunnel.width, cells = width * tunnel.height;
    Rows rows{};
    for (int d = 0; d < kDirections; ++d) {
        const int above = y - kY[d];
        const bool is_beyond = above < 0 || above >= tunnel.height;
        rows.from[d] =
            f + (is_beyond ? kUpsideDown[d] : d) * cells + (is_beyond ? y : above) * width - kX[d];
        rows.to[d] = f_next + d * cells + y * width;
    }
    return rows;
}

GLINT_INLINE float equilibrium(int d, float rho, float ux, float uy) {
    const float along = static_cast<float>(kX[d]) * ux + static_cast<float>(kY[d]) * uy;
    return kWeight[d] * (rho + 3 * along + 4.5f * along * along - 1.5f * (ux * ux + uy * uy));
}

GLINT_INLINE void collide(const Rates& rates, float (&g)[kDirections]) {
    const float rho = g[0] + g[1] + g[2] + g[3] + g[4] + g[5] + g[6] + g[7] + g[8];
    const float ux = g[1] - g[2] + g[5] - g[6] - g[7] + g[8];
    const float uy = g[3] - g[4] - g[5] + g[6] - g[7] + g[8];
    const float square = 1.5f * (ux * ux + uy * uy);
    g[0] -= rates.even * (g[0] - kWeight[0] * (rho - square));
    for (int d = 1; d < kDirections; d += 2) {
        const float along = static_cast<float>(kX[d]) * ux + static_cast<float>(kY[d]) * uy;
        const float sum = 0.5f * (g[d] + g[d + 1]), difference = 0.5f * (g[d] - g[d + 1]);
        const float a = rates.even * (sum - kWeight[d] * (rho + 4.5f * along * along - square));
        const float b = rates.odd * (difference - 3 * kWeight[d] * along);
        g[d] -= a + b;
        g[d + 1] -= a - b;
    }
}

GLINT_INLINE void calm(const Tunnel& tunnel, int x, float (&g)[kDirections]) {
    const float depth =
        (static_cast<float>(x) + tunnel.sponge - static_cast<float>(tunnel.width)) / tunnel.sponge;
    const float share = 0.02f * depth * depth;
    for (int d = 0; d < kDirections; ++d)
        g[d] -= share * (g[d] - equilibrium(d, 0, tunnel.speed, 0));
}

template <bool kIsCalmed>
GLINT_INLINE void go(const Tunnel& tunnel, const Rows& rows, const Rates& rates, int x) {
    float g[kDirections];
    for (int d = 0; d < kDirections; ++d) g[d] = rows.from[d][x];
    if (kIsCalmed) calm(tunnel, x, g);
    collide(rates, g);
    for (int d = 0; d < kDirections; ++d) rows.to[d][x] = g[d];
}

template <bool kIsCalmed>
void go_along(const Tunnel& tunnel, const Rows& rows, const Rates& rates, int begin, int end) {
#pragma omp simd
    for (int x = begin; x < end; ++x) go<kIsCalmed>(tunnel, rows, rates, x);
}

/// Updates the first and last cell of a row, where populations enter through the tunnel's ends.
void go_at_ends(const Tunnel& tunnel, const Rows& rows, const Rates& rates, int y, const float* f) {
    const std::ptrdiff_t cells = static_cast<std::ptrdiff_t>(tunnel.width) * tunnel.height;
    for (const int x : {0, tunnel.width - 1}) {
        const float* here = f + static_cast<std::ptrdiff_t>(y) * tunnel.width + x;
        float g[kDirections], rho = 0;
        for (int d = 0; d < kDirections; ++d) rho += here[d * cells];
        for (int d = 0; d < kDirections; ++d) {
            const bool comes_in = x == 0 ? kX[d] > 0 : kX[d] < 0;
            g[d] = !comes_in ? rows.from[d][x]
                   : x == 0  ? here[kOpposite[d] * cells] + 6 * kWeight[d] * tunnel.speed
                             : here[d * cells] - 0.002f * kWeight[d] * rho;
        }
        if (x > 0) calm(tunnel, x, g);
        collide(rates, g);
        for (int d = 0; d < kDirections; ++d) rows.to[d][x] = g[d];
    }
}

/// Distance from the cell to the cylinder along -d, as a fraction of the distance to the next cell.
float gap(const Tunnel& tunnel, int x, int y, int d) {
    const float rx = static_cast<float>(x) + 0.5f - tunnel.centre[0];
    const float ry = static_cast<float>(y) + 0.5f - tunnel.centre[1];
    const auto cx = static_cast<float>(kX[d]), cy = static_cast<float>(kY[d]);
    const float a = cx * cx + cy * cy, b = -(cx * rx + cy * ry);
    const float outside = rx * rx + ry * ry - tunnel.radius * tunnel.radius;
    const float root = std::sqrt(std::max(b * b - a * outside, 0.0f));
    return std::clamp((-b - root) / a, 0.0f, 1.0f);
}

/// Returns the population that the cylinder reflects along d, by linear interpolation.
float sent_back(const Tunnel& tunnel, int x, int y, int d, const float* f) {
    const std::ptrdiff_t width = tunnel.width, cells = width * tunnel.height;
    const float* here = f + y * width + x;
    const float sent = here[kOpposite[d] * cells], q = gap(tunnel, x, y, d);
    if (q >= 0.5f) return (sent + (2 * q - 1) * here[d * cells]) / (2 * q);
    const std::ptrdiff_t next = kY[d] * width + kX[d];
    if (tunnel.solid[y * width + x + next]) return sent;
    return 2 * q * sent + (1 - 2 * q) * here[kOpposite[d] * cells + next];
}

/// Updates a cell in or next to an obstacle.
void update_boundary(const Tunnel& tunnel, const Rows& rows, const Rates& rates, int x, int y,
                     const float* f, float* force) {
    const std::ptrdiff_t width = tunnel.width, i = y * width + x;
    float g[kDirections], fx = 0, fy = 0;
    g[0] = rows.from[0][x];
    const bool rests = tunnel.solid[i] != 0;
    for (int d = 0; d < kDirections; ++d) {
        g[d] = rests ? 0 : rows.from[d][x];
        if (rests || !tunnel.solid[i - kY[d] * width - kX[d]]) continue;
        g[d] = sent_back(tunnel, x, y, d, f);
        const float both = f[kOpposite[d] * width * tunnel.height + i] + g[d];
        fx -= both * static_cast<float>(kX[d]), fy -= both * static_cast<float>(kY[d]);
    }
    force[2 * i] = fx, force[2 * i + 1] = fy;
    collide(rates, g);
    for (int d = 0; d < kDirections; ++d) rows.to[d][x] = g[d];
}

}  // namespace

void openmp_tunnel_plane(const Tunnel* given, const float* f, float* force, float* f_next) {
    const Tunnel& tunnel = *given;
    const float tau = 0.5f + 3 * tunnel.viscosity;
    const Rates rates{1 / tau, 1 / (0.5f + 0.1875f / (tau - 0.5f))};
    const int last = tunnel.width - 1;
    const int calmed =
        std::clamp(static_cast<int>(static_cast<float>(tunnel.width) - tunnel.sponge) + 1, 1, last);
#pragma omp parallel for schedule(static)
    for (int y = 0; y < tunnel.height; ++y) {
        const Rows rows = rows_at(tunnel, y, f, f_next);
        go_along<false>(tunnel, rows, rates, 1, calmed);
        go_along<true>(tunnel, rows, rates, calmed, last);
        go_at_ends(tunnel, rows, rates, y, f);
        for (int i = tunnel.starts[y]; i < tunnel.starts[y + 1]; ++i)
            update_boundary(tunnel, rows, rates, tunnel.adjacent[i], y, f, force);
    }
}

}  // namespace glint::bench::openmp
