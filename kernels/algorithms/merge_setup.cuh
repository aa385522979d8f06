// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for each kind of merge in merge.cu. This
// version, for keys with values, is used only when that kernel is compiled standalone.
#pragma once

namespace glint::expression {

constexpr int kThreads = 256;
constexpr int kItems = 8;  // items per thread
constexpr bool kHasValues = true;

using Key = float;
using Companion = int;  // the value of each key

}  // namespace glint::expression
