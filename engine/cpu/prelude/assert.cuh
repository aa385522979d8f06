// SPDX-License-Identifier: MIT
// Without an include guard, because each inclusion must use the current definition of NDEBUG.
#undef assert
#ifdef NDEBUG
#define assert(...) static_cast<void>(0)
#else
#define assert(...) \
    ((__VA_ARGS__) ? static_cast<void>(0) : __glint_assert(#__VA_ARGS__, __FILE__, __LINE__))
#endif
