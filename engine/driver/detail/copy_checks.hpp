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

/// What copies and fills refuse before they are queued, in words for an Error.
namespace glint::detail {

/// "copy 1.0 kB".
std::string size_text(std::string_view verb, std::size_t size_bytes);

/// Throws Error(invalid_argument) with the operation `verb` and the size if `what`, as in "the
/// destination", is null, or no memory of the stream's device or of the host: see
/// Backend::memory_fault.
void check_memory(const Stream& stream, std::string_view verb, std::string_view what,
                  const void* address, std::size_t size_bytes, driver::MemorySide side);

/// Checks both ends of a copy with check_memory().
void check_ends(const Stream& stream, const void* to, driver::MemorySide to_side, const void* from,
                driver::MemorySide from_side, std::size_t size_bytes);

/// Whether `size_bytes` at one address and at the other have bytes in common.
bool ranges_overlap(const void* one, const void* other, std::size_t size_bytes) noexcept;

/// Whether two blocks of this extent, its width in bytes, have bytes in common. Where pitches
/// differ, also whether they might.
bool blocks_overlap(const driver::Rows& one, const driver::Rows& other,
                    const driver::Extent& extent) noexcept;

}  // namespace glint::detail
