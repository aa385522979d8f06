// SPDX-License-Identifier: MIT
// The numbers that kernels of linear algebra compute with. The host writes this text for each type
// and passes it under this name; this one stands for it where those kernels are compiled by
// themselves.
#pragma once

namespace glint::algebra {

using Value = float;
constexpr int kRowThreads = 8;  // neighbours that share a row of a sparse matrix

}  // namespace glint::algebra
