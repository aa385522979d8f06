// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for each kind of selection in select.cu and
// partition.cu. This version, which selects elements that differ from the previous one, is used
// only when those kernels are compiled standalone.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Keep kKeep = Keep::heads;

using First = float;       // the type of elements that are written
using Second = long long;  // the type of the values written with them, if any

}  // namespace glint::expression
