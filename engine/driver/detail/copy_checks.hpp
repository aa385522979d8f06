// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <glint/backend/detail/block_copy.hpp>

namespace glint {
class Stream;
}

/// Checks that reject invalid copies and fills before they are queued.
namespace glint::detail {

/// Returns the operation with its size, such as "copy 1.0 kB".
std::string size_text(std::string_view verb, std::size_t size_bytes);

/// Throws Error(invalid_argument) if the address is null, or if Backend::memory_fault rejects the
/// bytes. The message contains the operation `verb`, the size, and the object `what`, such as "the
/// destination".
void check_memory(const Stream& stream, std::string_view verb, std::string_view what,
                  const void* address, std::size_t size_bytes, driver::MemorySide side);

/// Calls check_memory() for the source and the destination of a copy.
void check_ends(const Stream& stream, const void* to, driver::MemorySide to_side, const void* from,
                driver::MemorySide from_side, std::size_t size_bytes);

/// Returns true if two ranges of `size_bytes` bytes each overlap.
bool ranges_overlap(const void* one, const void* other, std::size_t size_bytes) noexcept;

/// Returns true if two blocks of this extent overlap. The width of `extent` is in bytes. If the
/// pitches of the blocks differ, returns true if their address ranges overlap.
bool blocks_overlap(const driver::Rows& one, const driver::Rows& other,
                    const driver::Extent& extent) noexcept;

}  // namespace glint::detail
