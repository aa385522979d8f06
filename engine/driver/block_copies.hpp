// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <type_traits>

#include <glint/driver/pitched.hpp>
#include <glint/driver/stream.hpp>

/// Copies and fills of blocks. All are queued on the stream and wait for nothing, and throw
/// Error(invalid_argument) if the two extents differ, a block that is not empty is null, memory is
/// none of this device's or was freed, or the two overlap. Blocks of different pitches that lie
/// within each other's range count as overlapping.
namespace glint {

namespace detail {
void copy_block(Stream& stream, const Block& to, const Block& from);
void fill_block(Stream& stream, const Block& to, std::span<const std::byte> element);
}  // namespace detail

/// From the host. `from` must stay until the copy is done.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void upload(Stream& stream, PitchedSpan<T> to,
            HostPitchedSpan<const std::type_identity_t<T>> from) {
    detail::copy_block(stream, to.erased(), from.erased());
}

/// To the host; `to` is filled once the stream has come so far.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void download(Stream& stream, HostPitchedSpan<T> to,
              PitchedSpan<const std::type_identity_t<T>> from) {
    detail::copy_block(stream, to.erased(), from.erased());
}

/// On the device.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, PitchedSpan<T> to, PitchedSpan<const std::type_identity_t<T>> from) {
    detail::copy_block(stream, to.erased(), from.erased());
}

/// On the host, in the stream's order.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, HostPitchedSpan<T> to,
          HostPitchedSpan<const std::type_identity_t<T>> from) {
    detail::copy_block(stream, to.erased(), from.erased());
}

/// Sets every element of the block, and nothing between its rows.
template <class T>
    requires(Fillable<T>)
void fill(Stream& stream, PitchedSpan<T> to, std::type_identity_t<T> value) {
    detail::fill_block(stream, to.erased(), std::as_bytes(std::span<const T, 1>(&value, 1)));
}

}  // namespace glint
