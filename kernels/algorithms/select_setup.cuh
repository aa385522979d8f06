// SPDX-License-Identifier: MIT
// The host generates this text for each kind of selection and passes it to select.cu and
// partition.cu under this name. This version, for elements that differ from the previous one, is
// used when those kernels are compiled standalone.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Keep kKeep = Keep::heads;

using First = float;       // the type of elements that are written
using Second = long long;  // the type of values written with them, if any

}  // namespace glint::expression
