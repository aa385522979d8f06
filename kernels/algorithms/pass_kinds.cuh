// SPDX-License-Identifier: MIT
// Names of what differs between the kernels in this folder.
#pragma once

namespace glint::expression {

/// How a tile learns what those before it come to.
enum class Method {
    single,     ///< there is one tile
    look_back,  ///< from those that are at work
    reduce,     ///< not at all: this pass finds what each comes to, for the next
    finish,     ///< from the pass before
};

/// Where a scan starts anew.
enum class Heads {
    none,
    rows,   ///< at every multiple of a row's length
    flags,  ///< where the second value of the element's pair is true
    keys,   ///< where the second value differs from the one before
};

/// Which elements a selection keeps, and what it writes of them.
enum class Keep {
    flagged,  ///< the first values of those pairs whose second one is true
    heads,    ///< those that differ from the one before
    keys,     ///< both values of those pairs whose first one differs from the one before
    runs,     ///< those that differ from the one before, and their indices
};

/// How a histogram finds an element's bin.
enum class Bins {
    index,  ///< it is the element
    even,   ///< of one width
    edges,  ///< between sorted elements of an array
};

}  // namespace glint::expression
