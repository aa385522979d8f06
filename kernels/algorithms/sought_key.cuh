// SPDX-License-Identifier: MIT
// The state of a search for a key; included by the kernels and by the host code.
#pragma once

namespace glint::sorting {

constexpr int kSelectThreads = 256;  // threads of a block that searches for keys

/// The key with a given rank in a line. Bits is the key's unsigned type, or 64 bits on the host.
template <class Bits>
struct SoughtKey {
    unsigned long long rank;  ///< rank among the keys with the same prefix
    Bits prefix;              ///< the highest bits, in sort order, that are known so far
};
static_assert(sizeof(SoughtKey<unsigned char>) == 16 && sizeof(SoughtKey<unsigned long long>) == 16,
              "keys of all sizes must take the same space");

}  // namespace glint::sorting
