// SPDX-License-Identifier: MIT
// <cassert> and <assert.h>. NVRTC has a built-in assert; the code below disables it for NDEBUG.
#ifdef NDEBUG
#undef assert
#define assert(...) static_cast<void>(0)
#endif
