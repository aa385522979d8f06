// SPDX-License-Identifier: MIT
// The host generates this text for the geometry of each pass over tiles and passes it under this
// name. This version is used when the kernels in this folder are compiled standalone.
#pragma once

#include <algorithms/pass_kinds.cuh>

namespace glint::expression {

constexpr Method kMethod = Method::look_back;
constexpr int kThreads = 256;
constexpr int kCount = 4;  // neighbors that a thread processes at once
constexpr int kRows = 4;   // repetitions

}  // namespace glint::expression
