// SPDX-License-Identifier: MIT
#pragma once

namespace glint::test {

/// True if random tests draw more samples and test all combinations, as in `./dev soak tests`.
#ifdef GLINT_THOROUGH_TESTS
inline constexpr bool kThorough = true;
#else
inline constexpr bool kThorough = false;
#endif

/// Returns `few` in `./dev test`, and `many` in `./dev soak tests`.
template <class Number>
constexpr Number rounds(Number few, Number many) {
    return kThorough ? many : few;
}

}  // namespace glint::test
