// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one with the geometry of each pass over tiles.
// This version is used only when the kernels in this folder are compiled standalone.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Method kMethod = Method::look_back;
constexpr int kThreads = 256;
constexpr int kCount = 4;  // adjacent elements that a thread processes together
constexpr int kRows = 4;   // number of these groups per thread

}  // namespace glint::expression
