// SPDX-License-Identifier: MIT
// Two values per element, for algorithms on elements with keys or masks.
#pragma once

namespace glint::expression {

template <class A, class B>
struct Pair {
    A first;
    B second;
};

}  // namespace glint::expression
