// SPDX-License-Identifier: MIT
// What a selection's host side writes for each kind and passes to select.cu and partition.cu under
// this name. This one, for the elements that differ from the ones before, stands for them where
// those kernels are compiled by themselves.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Keep kKeep = Keep::heads;

using First = float;       // what is written
using Second = long long;  // beside it, if anything is

}  // namespace glint::expression
