// SPDX-License-Identifier: MIT
// The host generates this text for the types of each sort and passes it to the kernels in this
// folder under this name. This version, for unsigned keys with float values, is used when those
// kernels are compiled standalone.
#pragma once

#include <glint/expression/elements.cuh>

namespace glint::sorting {

using Key = unsigned int;
using Given = const Key*;  // the input keys; ExpressionKeys if an expression supplies them
using Value = expression::Block<4, 4>;  // NoValue to sort only keys
constexpr bool kNumbered = false;       // true if values start as the keys' places
using Offset = unsigned int;            // a count of keys; its two highest bits are never used
constexpr int kThreads = 256;           // per block
constexpr int kItems = 15;              // per thread

}  // namespace glint::sorting
