// SPDX-License-Identifier: MIT
// <cstring>, <cstdlib>, <cstdio> and their like. NVRTC itself has the functions.
#pragma once

namespace std {
using ::abs;
using ::free;
using ::malloc;
using ::memcpy;
using ::memset;
using ::printf;
using ::size_t;
}  // namespace std
