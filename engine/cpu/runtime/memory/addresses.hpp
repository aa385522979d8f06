// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <glint/base/text.hpp>

namespace glint::cpu {

inline std::uintptr_t number_of(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

/// Returns a text such as "1 byte" or "12 bytes".
inline std::string byte_count(std::uintptr_t count) { return text::counted(count, "byte"); }

}  // namespace glint::cpu
