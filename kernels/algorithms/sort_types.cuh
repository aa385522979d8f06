// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one with the types of each sort, for the kernels
// in this folder. This version, for unsigned keys with float values, is used only when those
// kernels are compiled standalone.
#pragma once

#include <glint/expression/elements.cuh>

namespace glint::sorting {

using Key = unsigned int;
using Given = const Key*;  // the input keys; ExpressionKeys if an expression supplies them
using Value = expression::Block<4, 4>;  // NoValue if keys have no values
constexpr bool kNumbered = false;       // true if the values are the indices of the keys
using Offset = unsigned int;            // a count of keys; its two highest bits stay free
constexpr int kThreads = 256;           // per block
constexpr int kItems = 15;              // per thread

}  // namespace glint::sorting
