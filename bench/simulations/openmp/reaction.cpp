// SPDX-License-Identifier: MIT
#include "reaction.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

#define GLINT_INLINE inline __attribute__((always_inline))

namespace glint::bench::openmp {
namespace {

/// A row of U and of V, with the neighbor rows.
struct Row {
    const float *u, *u_up, *u_down, *v, *v_up, *v_down;
    float *u_next, *v_next;
};

GLINT_INLINE void react(const Reaction& with, const Row& row, int x, int left, int right) {
    const float u = row.u[x], v = row.v[x], reaction = u * v * v;
    const float around_u = row.u[left] + row.u[right] + row.u_up[x] + row.u_down[x];
    const float around_v = row.v[left] + row.v[right] + row.v_up[x] + row.v_down[x];
    const float gain_u = with.feed * (1 - u) - reaction;
    const float gain_v = reaction - (with.feed + with.kill) * v;
    row.u_next[x] = u + with.dt * (with.diffusion_u * (around_u - 4 * u) + gain_u);
    row.v_next[x] = v + with.dt * (with.diffusion_v * (around_v - 4 * v) + gain_v);
}

/// Processes the cells from `begin` to `end`, whose neighbors in the row do not wrap.
GLINT_INLINE void go_along(const Reaction& with, const Row& row, int begin, int end) {
#pragma omp simd
    for (int x = begin; x < end; ++x) react(with, row, x, x - 1, x + 1);
}

// Size of the tiles. A tile updates kWidth x kHeight cells, and also holds a margin of one cell per
// step around them. Both buffers of a tile fit into a core's cache.
constexpr int kSteps = 5;
constexpr int kWidth = 256, kHeight = 64;
constexpr int kPitch = kWidth + 2 * kSteps + 6, kRows = kHeight + 2 * kSteps;

struct Tile {
    alignas(64) float u[2][kRows][kPitch], v[2][kRows][kPitch];
};

int wrapped(int i, int n) { return (i % n + n) % n; }

void load(const Reaction& with, int left, int top, int columns, int rows, const float* u,
          const float* v, Tile& tile) {
    for (int j = 0; j < rows; ++j) {
        const std::ptrdiff_t row =
            static_cast<std::ptrdiff_t>(wrapped(top + j, with.height)) * with.width;
        for (int i = 0; i < columns;) {  // copies in ranges that do not wrap
            const int x = wrapped(left + i, with.width);
            const int count = std::min(columns - i, with.width - x);
            std::copy_n(u + row + x, count, &tile.u[0][j][i]);
            std::copy_n(v + row + x, count, &tile.v[0][j][i]);
            i += count;
        }
    }
}

void go_in(const Reaction& with, int columns, int rows, Tile& tile) {
    for (int step = 0; step < kSteps; ++step) {
        const int from = step % 2, to = 1 - from, edge = step + 1;
        for (int j = edge; j < rows - edge; ++j)
            go_along(with,
                     {tile.u[from][j], tile.u[from][j - 1], tile.u[from][j + 1], tile.v[from][j],
                      tile.v[from][j - 1], tile.v[from][j + 1], tile.u[to][j], tile.v[to][j]},
                     edge, columns - edge);
    }
}

}  // namespace

void openmp_react(const Reaction* with, const float* u, const float* v, float* u_next,
                  float* v_next) {
    const std::ptrdiff_t width = with->width;
    const int last = with->width - 1, height = with->height;
#pragma omp parallel for schedule(static)
    for (int y = 0; y < height; ++y) {
        const std::ptrdiff_t here = y * width, up = (y > 0 ? y - 1 : height - 1) * width,
                             down = (y < height - 1 ? y + 1 : 0) * width;
        const Row row{u + here, u + up,   u + down,      v + here,
                      v + up,   v + down, u_next + here, v_next + here};
        react(*with, row, 0, last, std::min(1, last));
        go_along(*with, row, 1, last);
        if (last > 0) react(*with, row, last, last - 1, 0);
    }
}

void openmp_react_5(const Reaction* with, const float* u, const float* v, float* u_next,
                    float* v_next) {
    const int across = (with->width + kWidth - 1) / kWidth;
    const int along = (with->height + kHeight - 1) / kHeight;
#pragma omp parallel
    {
        static thread_local const auto own = std::make_unique_for_overwrite<Tile>();
        Tile& tile = *own;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < across * along; ++i) {
            const int left = i % across * kWidth, top = i / across * kHeight;
            const int width = std::min(kWidth, with->width - left);
            const int height = std::min(kHeight, with->height - top);
            const int columns = width + 2 * kSteps, rows = height + 2 * kSteps;
            load(*with, left - kSteps, top - kSteps, columns, rows, u, v, tile);
            go_in(*with, columns, rows, tile);
            for (int j = 0; j < height; ++j) {
                const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(top + j) * with->width + left;
                std::copy_n(&tile.u[kSteps % 2][kSteps + j][kSteps], width, u_next + to);
                std::copy_n(&tile.v[kSteps % 2][kSteps + j][kSteps], width, v_next + to);
            }
        }
    }
}

}  // namespace glint::bench::openmp
