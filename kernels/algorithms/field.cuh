// SPDX-License-Identifier: MIT
// The number type of linear algebra kernels. The host replaces this header with a
// generated one for each type. This version is used only when those kernels are compiled
// standalone.
#pragma once

namespace glint::algebra {

using Value = float;
constexpr int kRowThreads = 8;  // adjacent threads that share a row of a sparse matrix

}  // namespace glint::algebra
