// SPDX-License-Identifier: MIT
// Segments of an array that are sorted independently.
#pragma once

namespace glint::sorting {

/// `count` segments. If `offsets` is null, all have the same length. Otherwise, segment i covers
/// offsets[i] (inclusive) to offsets[i + 1] (exclusive).
struct Segments {
    const unsigned long long* offsets;  ///< null if all segments have `length` elements
    unsigned long long length, count;

    __device__ unsigned long long first(unsigned long long segment) const {
        return offsets ? offsets[segment] : segment * length;
    }
    __device__ unsigned long long size(unsigned long long segment) const {
        return offsets ? offsets[segment + 1] - offsets[segment] : length;
    }
};

}  // namespace glint::sorting
