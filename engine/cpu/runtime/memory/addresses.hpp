// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <glint/base/text.hpp>

namespace glint::cpu {

/// An address as a number.
inline std::uintptr_t number_of(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

/// "1 byte", "12 bytes".
inline std::string byte_count(std::uintptr_t count) { return text::counted(count, "byte"); }

}  // namespace glint::cpu
