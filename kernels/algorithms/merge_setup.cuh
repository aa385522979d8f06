// SPDX-License-Identifier: MIT
// What a merge's host side writes for each kind and passes to merge.cu under this name. This one,
// for keys with values, stands for them where that kernel is compiled by itself.
#pragma once

namespace glint::expression {

constexpr int kThreads = 256;
constexpr int kItems = 8;  // of each thread
constexpr bool kHasValues = true;

using Key = float;
using Companion = int;  // a value that goes with each key

}  // namespace glint::expression
