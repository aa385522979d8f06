// SPDX-License-Identifier: MIT
// What is known of a key that is sought; both the kernels and those who launch them include it.
#pragma once

namespace glint::sorting {

constexpr int kSelectThreads = 256;  // of a block that looks for keys

/// The key of a rank in a line. Bits are a key's; the host takes 64 for all.
template <class Bits>
struct SoughtKey {
    unsigned long long rank;  ///< among the keys that begin as it does
    Bits prefix;              ///< its order as far as it is known
};
static_assert(sizeof(SoughtKey<unsigned char>) == 16 && sizeof(SoughtKey<unsigned long long>) == 16,
              "keys of all sizes must take the same space");

}  // namespace glint::sorting
