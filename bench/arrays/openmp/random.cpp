// SPDX-License-Identifier: MIT
// Random numbers by Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, SC 2011): 4 words per counter.
#include <cmath>
#include <cstdint>

#include "rows.hpp"

namespace glint::bench::openmp {
namespace {

struct Four {
    std::uint32_t word[4];
};

inline __attribute__((always_inline)) Four philox(std::uint64_t counter, std::uint32_t key) {
    auto a = static_cast<std::uint32_t>(counter);
    auto b = static_cast<std::uint32_t>(counter >> 32);
    std::uint32_t c = 0, d = 0, low_key = key, high_key = 0;
#pragma GCC unroll 10
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t left = std::uint64_t{0xD2511F53} * a;
        const std::uint64_t right = std::uint64_t{0xCD9E8D57} * c;
        a = static_cast<std::uint32_t>(right >> 32) ^ b ^ low_key;
        b = static_cast<std::uint32_t>(right);
        c = static_cast<std::uint32_t>(left >> 32) ^ d ^ high_key;
        d = static_cast<std::uint32_t>(left);
        low_key += 0x9E3779B9;
        high_key += 0xBB67AE85;
    }
    return {{a, b, c, d}};
}

// Returns a float in (0, 1].
inline float uniform(std::uint32_t word) { return static_cast<float>(word) * 0x1p-32f + 0x1p-33f; }

// Number of counters that are processed at a time. Their words stay in the L1 cache.
constexpr std::size_t kLanes = 256;

struct Words {
    std::uint32_t of[4][kLanes];
};

void draw(std::uint64_t first, std::uint32_t key, Words& words) {
#pragma omp simd
    for (std::size_t i = 0; i < kLanes; ++i) {
        const Four four = philox(first + i, key);
        words.of[0][i] = four.word[0];
        words.of[1][i] = four.word[1];
        words.of[2][i] = four.word[2];
        words.of[3][i] = four.word[3];
    }
}

// Converts two arrays of words to normally distributed numbers by the Box-Muller method. Lane i
// gives two numbers, for the positions 4 i and 4 i + 1. Calls `put(position, number)` for each.
template <class Put>
void normals(const std::uint32_t* radial, const std::uint32_t* angular, const Put& put) {
    float first[kLanes], second[kLanes];
#pragma omp simd
    for (std::size_t i = 0; i < kLanes; ++i) {
        const float radius = std::sqrt(-2 * std::log(uniform(radial[i])));
        const float angle =
            static_cast<float>(static_cast<std::int32_t>(angular[i])) * 1.4629180793e-9f;
        first[i] = radius * std::sin(angle);
        // Computes the cosine as a shifted sine. Otherwise, g++ would merge sine and cosine into
        // one call, which it cannot vectorize.
        second[i] = radius * std::sin(angle + 1.5707963268f);
    }
#pragma omp simd
    for (std::size_t i = 0; i < kLanes; ++i) {
        put(4 * i, first[i]);
        put(4 * i + 1, second[i]);
    }
}

// Calls `put(position, number)` for each of `count` normally distributed numbers.
template <class Put>
void all_normals(std::size_t count, const Put& put) {
#pragma omp parallel for schedule(static)
    for (std::size_t block = 0; block < count / 4; block += kLanes) {
        Words words;
        draw(block, 0, words);
        for (std::size_t half = 0; half < 2; ++half)
            normals(words.of[2 * half], words.of[2 * half + 1],
                    [&](std::size_t i, float number) { put(4 * block + 2 * half + i, number); });
    }
}

void fill(const Problem& problem) {
    float* out = output<float>(problem);
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < problem.count; ++i) out[i] = 1.0f;
}

void uniform_floats(const Problem& problem) {
    float* out = output<float>(problem);
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < problem.count / 4; ++i) {
        const Four four = philox(i, 7);
        for (std::size_t k = 0; k < 4; ++k) out[4 * i + k] = uniform(four.word[k]);
    }
}

void normal_floats(const Problem& problem) {
    float* out = output<float>(problem);
    all_normals(problem.count, [=](std::size_t i, float number) { out[i] = number; });
}

void add_normals(const Problem& problem) {
    const float* y = input<float>(problem);
    float* out = output<float>(problem);
    all_normals(problem.count, [=](std::size_t i, float number) { out[i] = y[i] + 0.1f * number; });
}

constexpr std::array kRows{
    Row{"fill", fill},
    Row{"uniform floats", uniform_floats},
    Row{"normal floats", normal_floats},
    Row{"y + 0.1 * normal, in one kernel", add_normals},
};

}  // namespace

std::span<const Row> random_rows() { return kRows; }

}  // namespace glint::bench::openmp
