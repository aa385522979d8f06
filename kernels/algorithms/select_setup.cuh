// What a selection's host side writes for each kind and passes to select.cu and partition.cu under
// this name. This one, for the elements that differ from the ones before, stands for them where
// those kernels are compiled by themselves.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Method kMethod = Method::look_back;
constexpr Keep kKeep = Keep::heads;
constexpr int kThreads = 256;
constexpr int kCount = 4;
constexpr int kRows = 4;

using First = float;       // what is written
using Second = long long;  // beside it, if anything is

}  // namespace glint::expression
