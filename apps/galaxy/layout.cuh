// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace galaxy {

constexpr int kWarps = 4;  ///< warps per block; each warp processes one group of stars

}  // namespace galaxy
