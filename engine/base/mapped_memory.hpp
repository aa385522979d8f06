// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace glint {

/// Returns true if all of these bytes are in mapped pages of the process, even if the pages are not
/// readable or writable. Makes one system call, regardless of the size.
bool is_mapped(const void* address, std::size_t size_bytes) noexcept;

}  // namespace glint
