// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace glint {

/// Whether each of these bytes of the process has an address behind it. Those that may not be read
/// or written count as well. One call of the operating system, whatever the size.
bool is_mapped(const void* address, std::size_t size_bytes) noexcept;

}  // namespace glint
