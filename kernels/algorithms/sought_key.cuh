// SPDX-License-Identifier: MIT
// The state of a search for a key; included by the kernels and by the host code.
#pragma once

namespace glint::sorting {

constexpr int kSelectThreads = 256;  // threads of a block that searches for keys

/// The key with some rank in a line. Bits is the key's unsigned type; the host always uses 64 bits.
template <class Bits>
struct SoughtKey {
    unsigned long long rank;  ///< rank among the keys with the same prefix
    Bits prefix;              ///< the highest bits of the key in sort order that are known so far
};
static_assert(sizeof(SoughtKey<unsigned char>) == 16 && sizeof(SoughtKey<unsigned long long>) == 16,
              "keys of all sizes must take the same space");

}  // namespace glint::sorting
