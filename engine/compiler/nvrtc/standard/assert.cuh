// SPDX-License-Identifier: MIT
// <cassert> and <assert.h>. NVRTC itself has assert, which NDEBUG turns off there as it stands here.
#ifdef NDEBUG
#undef assert
#define assert(...) static_cast<void>(0)
#endif
