// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace glint::test {

inline constexpr std::size_t kMegabyte = std::size_t{1} << 20;

}  // namespace glint::test
