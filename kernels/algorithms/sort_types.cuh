// SPDX-License-Identifier: MIT
// What a sort writes for its types, and passes to the kernels in this folder under this name.
// These, for unsigned keys that take floats along, stand for them where those kernels are compiled
// by themselves.
#pragma once

#include <glint/expression/elements.cuh>

namespace glint::sorting {

using Key = unsigned int;
using Given = const Key*;  // the keys before the sort; ExpressionKeys if they are an expression's
using Value = expression::Block<4, 4>;  // NoValue for keys alone
constexpr bool kNumbered = false;       // whether values are the keys' places to begin with
using Offset = unsigned int;            // counts keys; its two highest bits are never needed
constexpr int kThreads = 256;           // of a block
constexpr int kItems = 15;              // that each thread takes at a time

}  // namespace glint::sorting
