// SPDX-License-Identifier: MIT
// The host generates this text for each kind of merge and passes it to merge.cu under this name.
// This version, for keys with values, is used when that kernel is compiled standalone.
#pragma once

namespace glint::expression {

constexpr int kThreads = 256;
constexpr int kItems = 8;  // per thread
constexpr bool kHasValues = true;

using Key = float;
using Companion = int;  // the value of each key

}  // namespace glint::expression
