// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace glint::fake_cuda {

/// Image of a module, which the fake driver does not read.
inline constexpr std::array<std::byte, 4> kImage{};

}  // namespace glint::fake_cuda
