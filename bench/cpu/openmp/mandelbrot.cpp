// SPDX-License-Identifier: MIT
#include <algorithm>

#include "references.hpp"

namespace glint::bench::openmp {
namespace {

constexpr int kLanes = 32;
constexpr int kStride = 4;  // iterations between checks for points inside the circle

struct Points {
    float real[kLanes];
    float u[kLanes];
    float v[kLanes];
    int steps[kLanes];
};

// Runs one iteration for all points inside the circle. Points that have left the circle no longer
// move, and their iterations are no longer counted.
void advance(Points& points, float imaginary) {
#pragma omp simd
    for (int i = 0; i < kLanes; ++i) {
        const float u = points.u[i];
        const float v = points.v[i];
        const bool inside = u * u + v * v <= 4.0f;
        points.steps[i] += inside ? 1 : 0;
        points.u[i] = inside ? u * u - v * v + points.real[i] : u;
        points.v[i] = inside ? 2 * u * v + imaginary : v;
    }
}

bool is_any_inside(const Points& points) {
    int inside = 0;
#pragma omp simd reduction(+ : inside)
    for (int i = 0; i < kLanes; ++i)
        inside += points.u[i] * points.u[i] + points.v[i] * points.v[i] <= 4.0f ? 1 : 0;
    return inside > 0;
}

void count_steps(Points& points, float imaginary, int most_steps) {
    for (int step = 0; step < most_steps; step += kStride) {
        for (int i = 0; i < kStride; ++i) advance(points, imaginary);
        if (!is_any_inside(points)) return;
    }
}

Points starting_at(int x, float scale) {
    Points points{};
    for (int i = 0; i < kLanes; ++i) points.real[i] = -2.0f + static_cast<float>(x + i) * scale;
    return points;
}

}  // namespace

void openmp_mandelbrot(int size, int most_steps, int* steps) {
    const float scale = 2.5f / static_cast<float>(size);
#pragma omp parallel for schedule(dynamic, 4)
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; x += kLanes) {
            Points points = starting_at(x, scale);
            count_steps(points, -1.25f + static_cast<float>(y) * scale, most_steps);
            std::copy_n(points.steps, std::min(kLanes, size - x), steps + y * size + x);
        }
}

}  // namespace glint::bench::openmp
