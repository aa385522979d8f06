// SPDX-License-Identifier: MIT
// The number type of linear algebra kernels. The host generates this text for each type and
// passes it under this name. This version is used when those kernels are compiled
// standalone.
#pragma once

namespace glint::algebra {

using Value = float;
constexpr int kRowThreads = 8;  // neighboring threads that share a row of a sparse matrix

}  // namespace glint::algebra
