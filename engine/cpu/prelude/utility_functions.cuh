// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/traits.cuh>

// std::move and std::forward, which NVRTC itself defines, and the namespace cuda::std.

namespace std {
template <class T>
__glint_any constexpr T&& forward(remove_reference_t<T>& value) {
    return static_cast<T&&>(value);
}
template <class T>
__glint_any constexpr T&& forward(remove_reference_t<T>&& value) {
    return static_cast<T&&>(value);
}
template <class T>
__glint_any constexpr remove_reference_t<T>&& move(T&& value) {
    return static_cast<remove_reference_t<T>&&>(value);
}
}  // namespace std

namespace cuda::std {
using namespace ::std;
}
