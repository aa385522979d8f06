// SPDX-License-Identifier: MIT
#include "waves.hpp"

#include "team.hpp"

#include <cstddef>

namespace glint::bench::openmp {
namespace {

/// A row of cells and its neighbor rows.
struct Row {
    const float *now, *up, *down, *near, *far, *medium;
    float* old;
    float inside;  // distance in cells to the nearest edge parallel to the row
};

inline __attribute__((always_inline)) float next(const Waves& waves, const Row& row, int x,
                                                 int left, int right, float force, float damping,
                                                 float per_border, bool is_plane) {
    const float here = row.now[x], medium = row.medium[x];
    float push = row.now[left] + row.now[right] + row.up[x] + row.down[x];
    if (!is_plane) push += row.near[x] + row.far[x];
    push -= (is_plane ? 4.0f : 6.0f) * here;
    push += medium < 0 ? force : 0.0f;
    const float across = static_cast<float>(std::min(x, waves.width - 1 - x)) + 0.5f;
    const float depth = std::max(waves.border - std::min(across, row.inside), 0.0f) * per_border;
    const float g = 1 - damping * depth * depth, k = waves.courant * medium;
    return medium == 0 ? 0.0f : g * (2 * here - g * row.old[x] + k * k * push);
}

template <bool kIsPlane>
void go_along(const Waves& waves, const Row& row, float force) {
    const float damping = 10.4f * waves.courant / std::max(waves.border, 14.0f);
    const float per_border = 1 / std::max(waves.border, 1.0f);
    const int last = waves.width - 1;
    const auto at = [&](int x, int left, int right) {
        row.old[x] = next(waves, row, x, left, right, force, damping, per_border, kIsPlane);
    };
    at(0, 0, std::min(1, last));
#pragma omp simd
    for (int x = 1; x < last; ++x)
        row.old[x] = next(waves, row, x, x - 1, x + 1, force, damping, per_border, kIsPlane);
    if (last > 0) at(last, last - 1, last);
}

template <bool kIsPlane>
void half_step(const Waves& waves, float force, const float* medium, const float* now, float* old) {
    const std::ptrdiff_t width = waves.width, layer = width * waves.height;
    const int rows = waves.height * waves.depth;
#pragma omp parallel for schedule(static)
    for (int r = 0; r < rows; ++r) {
        const int y = r % waves.height, z = r / waves.height;
        const float* here = now + r * width;
        float inside = static_cast<float>(std::min(y, waves.height - 1 - y)) + 0.5f;
        if (!kIsPlane)
            inside = std::min(inside, static_cast<float>(std::min(z, waves.depth - 1 - z)) + 0.5f);
        go_along<kIsPlane>(waves,
                           {.now = here,
                            .up = y > 0 ? here - width : here,
                            .down = y < waves.height - 1 ? here + width : here,
                            .near = z > 0 ? here - layer : here,
                            .far = z < waves.depth - 1 ? here + layer : here,
                            .medium = medium + r * width,
                            .old = old + r * width,
                            .inside = inside},
                           force);
    }
}

}  // namespace

void openmp_waves(const Waves* waves, const float* medium, float* level, float* before) {
    const auto go = [&](int half, const float* now, float* old) {
        waves->depth == 1 ? half_step<true>(*waves, waves->force[half], medium, now, old)
                          : half_step<false>(*waves, waves->force[half], medium, now, old);
    };
    go(0, level, before);
    go(1, before, level);
}

}  // namespace glint::bench::openmp
