// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace glint::fake_cuda {

/// Of a module: the fake driver does not look into it.
inline constexpr std::array<std::byte, 4> kImage{};

}  // namespace glint::fake_cuda
