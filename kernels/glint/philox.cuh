// SPDX-License-Identifier: MIT
// The counter-based generator of random.cuh. Kernels and plain C++ get the same words.
#pragma once

#include <glint/annotations.cuh>

namespace glint {

/// Four words: a counter, or the generator's output for a counter.
struct Words4 {
    unsigned int x, y, z, w;
};

namespace detail {

struct Halves {
    unsigned int low, high;
};
GLINT_ANY Halves product(unsigned int a, unsigned int b) {
#if defined(__CUDA_ARCH__) && !defined(__GLINT_CPU__)
    // A single instruction, which also keeps the compiler from continuing in 64-bit arithmetic.
    Halves halves;
    asm("{ .reg .u64 wide; mul.wide.u32 wide, %2, %3; mov.b64 {%0, %1}, wide; }"
        : "=r"(halves.low), "=r"(halves.high)
        : "r"(a), "r"(b));
    return halves;
#else
    const unsigned long long wide = static_cast<unsigned long long>(a) * b;
    return {static_cast<unsigned int>(wide), static_cast<unsigned int>(wide >> 32)};
#endif
}

GLINT_ANY Words4 philox_round(Words4 c, unsigned int key_x, unsigned int key_y) {
    const Halves a = product(0xD2511F53u, c.x), b = product(0xCD9E8D57u, c.z);
    return {b.high ^ c.y ^ key_x, b.low, a.high ^ c.w ^ key_y, a.low};
}

}  // namespace detail

/// Philox4x32 with ten rounds: four random words for each counter and key. Salmon, Moraes, Dror and
/// Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011. Philox passes all of TestU01.
GLINT_ANY Words4 philox(Words4 counter, unsigned long long key) {
    unsigned int key_x = static_cast<unsigned int>(key);
    unsigned int key_y = static_cast<unsigned int>(key >> 32);
    for (int round = 0; round < 10; ++round) {
        counter = detail::philox_round(counter, key_x, key_y);
        key_x += 0x9E3779B9u;
        key_y += 0xBB67AE85u;
    }
    return counter;
}

/// Returns block `index` of a sequence: its words 4 * index to 4 * index + 3. Counter and key are
/// laid out as in cuRAND, so the words are equal, too.
GLINT_ANY Words4 philox_block(unsigned long long seed, unsigned long long sequence,
                              unsigned long long index) {
    return philox({static_cast<unsigned int>(index), static_cast<unsigned int>(index >> 32),
                   static_cast<unsigned int>(sequence), static_cast<unsigned int>(sequence >> 32)},
                  seed);
}

}  // namespace glint
