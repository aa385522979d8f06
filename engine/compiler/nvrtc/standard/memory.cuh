// SPDX-License-Identifier: MIT
// <cstring>, <cstdlib>, <cstdio> and similar headers. The functions are built into NVRTC.
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
