// SPDX-License-Identifier: MIT
// <cstddef> and <stddef.h>. size_t, ptrdiff_t and NULL are built into NVRTC.
#pragma once

#ifndef offsetof
#define offsetof(type, member)                  \
    (reinterpret_cast<size_t>(                  \
        &reinterpret_cast<const volatile char&>(static_cast<type*>(nullptr)->member)))
#endif

namespace std {
using ::ptrdiff_t;
using ::size_t;
using nullptr_t = decltype(nullptr);
enum class byte : unsigned char {};
}  // namespace std
