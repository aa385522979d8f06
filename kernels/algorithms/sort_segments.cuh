// SPDX-License-Identifier: MIT
// Parts of an array that are sorted for themselves.
#pragma once

namespace glint::sorting {

/// `count` parts: as long as each other, or from each offset to the next one, of which there is one
/// more.
struct Segments {
    const unsigned long long* offsets;  ///< null if all have `length` elements
    unsigned long long length, count;

    __device__ unsigned long long first(unsigned long long segment) const {
        return offsets ? offsets[segment] : segment * length;
    }
    __device__ unsigned long long size(unsigned long long segment) const {
        return offsets ? offsets[segment + 1] - offsets[segment] : length;
    }
};

}  // namespace glint::sorting
