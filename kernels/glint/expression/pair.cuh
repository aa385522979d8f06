// SPDX-License-Identifier: MIT
// Two values of one place, for algorithms that take elements with their keys or masks.
#pragma once

namespace glint::expression {

template <class A, class B>
struct Pair {
    A first;
    B second;
};

}  // namespace glint::expression
