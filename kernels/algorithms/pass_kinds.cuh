// SPDX-License-Identifier: MIT
// Enumerations for the variants of the kernels in this folder.
#pragma once

namespace glint::expression {

/// How a tile obtains the combined result of earlier tiles.
enum class Method {
    single,     ///< there is only one tile
    look_back,  ///< obtains it from tiles that are still running
    reduce,     ///< needs no result: this pass computes results for the next pass
    finish,     ///< obtains it from the previous pass
};

/// Positions at which a scan restarts.
enum class Heads {
    none,
    rows,   ///< at every multiple of a row's length
    flags,  ///< where the second value of the element's pair is true
    keys,   ///< where the second value of the pair differs from the previous one
};

/// Selects the elements that are kept, and the values that are written.
enum class Keep {
    flagged,  ///< the first values of pairs whose second value is true
    heads,    ///< elements that differ from the previous one
    keys,     ///< both values of pairs whose first value differs from the previous one
    runs,     ///< elements that differ from the previous one, and their indices
};

/// Selects how the bin of an element is found.
enum class Bins {
    index,  ///< the element is the bin's index
    even,   ///< bins of equal width
    edges,  ///< bins between the sorted elements of an array
};

}  // namespace glint::expression
