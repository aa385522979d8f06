// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace galaxy {

constexpr int kWarps = 4;  ///< per block, each for a group of stars

}  // namespace galaxy
