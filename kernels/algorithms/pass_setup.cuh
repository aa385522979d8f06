// SPDX-License-Identifier: MIT
// What the host side of a pass over tiles writes for each geometry under this name. This one stands
// for them where the kernels in this folder are compiled by themselves.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Method kMethod = Method::look_back;
constexpr int kThreads = 256;
constexpr int kCount = 4;  // neighbours that a thread takes at a time
constexpr int kRows = 4;   // how many times

}  // namespace glint::expression
