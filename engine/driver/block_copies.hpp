// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <type_traits>

#include <glint/driver/pitched.hpp>
#include <glint/driver/stream.hpp>

/// Copies and fills of blocks. All functions queue on the stream and do not wait. They throw
/// Error(invalid_argument) if the two extents differ, a non-empty block is null, the memory does
/// not belong to this device or was freed, or the source and the destination overlap. Blocks with
/// different pitches count as overlapping if their address ranges intersect.
namespace glint {

namespace detail {
void copy_block(Stream& stream, const Block& to, const Block& from);
void fill_block(Stream& stream, const Block& to, std::span<const std::byte> element);
}  // namespace detail

/// Copies a block from the host. `from` must stay valid until the copy is done.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void upload(Stream& stream, PitchedSpan<T> to,
            HostPitchedSpan<const std::type_identity_t<T>> from) {
    detail::copy_block(stream, to.erased(), from.erased());
}

/// Copies a block to the host. `to` has the data after the stream has completed the copy.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void download(Stream& stream, HostPitchedSpan<T> to,
              PitchedSpan<const std::type_identity_t<T>> from) {
    detail::copy_block(stream, to.erased(), from.erased());
}

/// Copies a block from device memory to device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, PitchedSpan<T> to, PitchedSpan<const std::type_identity_t<T>> from) {
    detail::copy_block(stream, to.erased(), from.erased());
}

/// Copies a block from host memory to host memory, in stream order.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, HostPitchedSpan<T> to,
          HostPitchedSpan<const std::type_identity_t<T>> from) {
    detail::copy_block(stream, to.erased(), from.erased());
}

/// Sets each element of the block to `value`. Does not change the padding between rows.
template <class T>
    requires(Fillable<T>)
void fill(Stream& stream, PitchedSpan<T> to, std::type_identity_t<T> value) {
    detail::fill_block(stream, to.erased(), std::as_bytes(std::span<const T, 1>(&value, 1)));
}

}  // namespace glint
