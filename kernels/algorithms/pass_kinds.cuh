// Names of what differs between the passes over elements in this folder.
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

/// Which elements are kept.
enum class Keep {
    flagged,  ///< those whose second value is true
    heads,    ///< those whose (first) value differs from the one before
};

}  // namespace glint::expression
