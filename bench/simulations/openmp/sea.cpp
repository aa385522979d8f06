// SPDX-License-Identifier: MIT
#include "sea.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#define GLINT_INLINE inline __attribute__((always_inline))

namespace glint::bench::openmp {
namespace {

constexpr float kGravity = 9.81f;
constexpr double kTurn = 6.283185307179586476925;
constexpr int kColumns = 16;  // number of columns transformed at a time
constexpr int kBetween = 8;
constexpr int kPlacesForThreads = 4096;

struct Complex {
    float re, im;
};

/// Values for each wave of a row. A separate loop computes these values with transcendental
/// functions. Compilers without vector versions of these functions can then still vectorize the
/// other loops.
struct Waves {
    std::vector<float> sine, cosine, left;

    explicit Waves(int size) {
        for (auto* each : {&sine, &cosine, &left}) each->resize(static_cast<std::size_t>(size));
    }
};

GLINT_INLINE float wave_number(int i, int size, float step) {
    return step * static_cast<float>(i < size / 2 ? i : i - size);
}

GLINT_INLINE void find(float ky, float kx, float depth, double seconds, float& sine, float& cosine,
                       float& left) {
    const float length = std::sqrt(kx * kx + ky * ky), slow = std::tanh(length * depth);
    const double turns = static_cast<double>(std::sqrt(kGravity * length * slow)) * seconds / kTurn;
    const float angle = static_cast<float>(kTurn) * static_cast<float>(turns - std::floor(turns));
    sine = std::sin(angle);
    cosine = std::cos(angle);
    left = length > 0 ? 1 / (slow * length) : 0.0f;
}

/// Writes the coefficients of a wave to the four spectra. Each spectrum is contiguous.
GLINT_INLINE void move_wave(const float* a, const float* b, float kx, float ky, float sine,
                            float cosine, float left, std::ptrdiff_t all, float* to) {
    const float re = (a[0] + b[0]) * cosine + (a[1] + b[1]) * sine;
    const float im = (a[1] - b[1]) * cosine - (a[0] - b[0]) * sine;
    const float left_re = -left * im, left_im = left * re;
    const float across_re = kx * left_re, across_im = kx * left_im;
    const float along_re = ky * left_re, along_im = ky * left_im;
    float *second = to + 2 * all, *third = second + 2 * all, *fourth = third + 2 * all;
    to[0] = re - across_im, to[1] = im + across_re;
    second[0] = along_re - kx * re, second[1] = along_im - kx * im;
    third[0] = -ky * im - kx * across_re, third[1] = ky * re - kx * across_im;
    fourth[0] = -ky * along_im - kx * along_re, fourth[1] = ky * along_re - kx * along_im;
}

void move_waves(const Sea& sea, int patch, double seconds) {
    const int n = sea.size;
    const std::ptrdiff_t all = static_cast<std::ptrdiff_t>(n) * n;
    const float* amplitude = sea.amplitude + 2 * patch * all;
    const float step = 2 * 3.14159265f / sea.lengths[patch], depth = sea.depth;
#pragma omp parallel for schedule(static)
    for (int y = 0; y < n; ++y) {
        static thread_local Waves waves(0);
        if (waves.sine.size() != static_cast<std::size_t>(n)) waves = Waves(n);
        float *sine = waves.sine.data(), *cosine = waves.cosine.data(), *left = waves.left.data();
        const float ky = wave_number(y, n, step);
#pragma omp simd
        for (int x = 0; x < n; ++x)
            find(ky, wave_number(x, n, step), depth, seconds, sine[x], cosine[x], left[x]);
        const float* row = amplitude + 2 * static_cast<std::ptrdiff_t>(y) * n;
        const float* mirrored = amplitude + 2 * static_cast<std::ptrdiff_t>(-y & (n - 1)) * n;
        float* to = sea.spectra + 2 * static_cast<std::ptrdiff_t>(y) * n;
        move_wave(row, mirrored, 0, ky, sine[0], cosine[0], left[0], all, to);
#pragma omp simd
        for (int x = 1; x < n; ++x)
            move_wave(row + 2 * x, mirrored + 2 * (n - x), wave_number(x, n, step), ky, sine[x],
                      cosine[x], left[x], all, to + 2 * x);
    }
}

/// Transforms the four spectra, which are contiguous planes: first all rows, then all columns.
void transform(const Sea& sea) {
    const int n = sea.size, blocks = 4 * n / kColumns, pitch = n + kBetween;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int i = 0; i < blocks; ++i)
            sea.transform(sea.rows,
                          sea.spectra + static_cast<std::ptrdiff_t>(i) * 2 * kColumns * n);
        static thread_local std::vector<Complex> memory;
        memory.resize(static_cast<std::size_t>(kColumns * pitch + kBetween));
        auto* columns = reinterpret_cast<Complex*>(
            (reinterpret_cast<std::size_t>(memory.data()) + 63) / 64 * 64);
#pragma omp for schedule(static)
        for (int i = 0; i < blocks; ++i) {
            Complex* first = reinterpret_cast<Complex*>(sea.spectra) +
                             static_cast<std::ptrdiff_t>(i / (n / kColumns)) * n * n +
                             i % (n / kColumns) * kColumns;
            for (int y = 0; y < n; ++y)
                for (int j = 0; j < kColumns; ++j)
                    columns[j * pitch + y] = first[static_cast<std::ptrdiff_t>(y) * n + j];
            sea.transform(sea.apart, &columns->re);
            for (int y = 0; y < n; ++y)
                for (int j = 0; j < kColumns; ++j)
                    first[static_cast<std::ptrdiff_t>(y) * n + j] = columns[j * pitch + y];
        }
    }
}

struct Foam {
    float chop, breaking, fresh, left;
};

GLINT_INLINE void join_one(const Foam& foam, const Complex* surfaces, std::ptrdiff_t all,
                           float* moved, float* slope) {
    const Complex first = surfaces[0], second = surfaces[all], third = surfaces[2 * all],
                  fourth = surfaces[3 * all];
    const float xx = 1 + foam.chop * third.im, yy = 1 + foam.chop * fourth.re;
    const float xy = foam.chop * fourth.im, jacobian = xx * yy - xy * xy;
    moved[0] = foam.chop * first.im, moved[1] = first.re;
    moved[2] = foam.chop * second.re, moved[3] = jacobian;
    const float part = 1 / std::max(jacobian, 0.25f);
    const float across = part * (yy * second.im - xy * third.re);
    const float along = part * (xx * third.re - xy * second.im);
    const float fresh = foam.fresh * std::max(foam.breaking - jacobian, 0.0f);
    slope[0] = across, slope[1] = along, slope[2] = across * across + along * along;
    slope[3] = std::min(foam.left * slope[3] + fresh, 1.0f);
}

void join(const Sea& sea, int patch, float passed) {
    const int n = sea.size;
    const std::ptrdiff_t all = static_cast<std::ptrdiff_t>(n) * n;
    const auto* surfaces = reinterpret_cast<const Complex*>(sea.spectra);
    const Foam foam{sea.choppiness, sea.breaking, 20 * passed, std::exp(-passed / sea.foam_life)};
#pragma omp parallel for schedule(static)
    for (int y = 0; y < n; ++y) {
        const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(y) * n;
        float* moved = sea.moved + 4 * (patch * all + row);
        float* slope = sea.slope + 4 * (patch * all + row);
#pragma omp simd
        for (int x = 0; x < n; ++x)
            join_one(foam, surfaces + row + x, all, moved + 4 * x, slope + 4 * x);
    }
}

/// Computes all levels of means. Each element is the mean of 2 x 2 elements of the previous level.
void make_coarse(const Sea& sea) {
    const std::ptrdiff_t all = static_cast<std::ptrdiff_t>(sea.size) * sea.size,
                         stride = (all - 1) / 3;
    const float* from = sea.slope;
    float* to = sea.coarse;
    std::ptrdiff_t from_stride = all;
    for (int side = sea.size / 2; side > 0; side /= 2) {
#pragma omp parallel for collapse(2) schedule(static) if (3 * side * side >= kPlacesForThreads)
        for (int patch = 0; patch < 3; ++patch)
            for (int y = 0; y < side; ++y) {
                const float* first = from + 4 * (patch * from_stride + 4 * y * side);
                const float* second = first + 8 * side;
                float* means = to + 4 * (patch * stride + y * side);
#pragma omp simd
                for (int i = 0; i < 4 * side; ++i) {
                    const int at = i / 4 * 8 + i % 4;
                    means[i] = 0.25f * (first[at] + first[at + 4] + second[at] + second[at + 4]);
                }
            }
        from = to, from_stride = stride;
        to += 4 * side * side;
    }
}

}  // namespace

void openmp_sea(const Sea* sea, double seconds, float passed) {
    for (int patch = 0; patch < 3; ++patch) {
        move_waves(*sea, patch, seconds);
        transform(*sea);
        join(*sea, patch, passed);
    }
    make_coarse(*sea);
}

}  // namespace glint::bench::openmp
