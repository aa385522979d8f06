// SPDX-License-Identifier: MIT
// Binary operators for reductions and scans.
#pragma once

#include <glint/annotations.cuh>

namespace glint {

#define GLINT_OPERATION(name, expression)        \
    struct name {                                \
        template <class T>                       \
        GLINT_ANY T operator()(T a, T b) const { \
            return expression;                   \
        }                                        \
    };
GLINT_OPERATION(Add, a + b)
GLINT_OPERATION(Multiply, a* b)
GLINT_OPERATION(Minimum, b < a ? b : a)
GLINT_OPERATION(Maximum, a < b ? b : a)
GLINT_OPERATION(BitAnd, a& b)
GLINT_OPERATION(BitOr, a | b)
GLINT_OPERATION(BitXor, a ^ b)
#undef GLINT_OPERATION

/// True if a < b.
struct Less {
    template <class T>
    GLINT_ANY bool operator()(T a, T b) const {
        return a < b;
    }
};
struct Greater {
    template <class T>
    GLINT_ANY bool operator()(T a, T b) const {
        return b < a;
    }
};

}  // namespace glint
