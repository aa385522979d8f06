// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/buffer.hpp>
#include <glint/interop/shared_resource.hpp>

namespace glint::interop {

/// A buffer that is shared, before it has an element type.
using BufferParts = SharedStorage<gl::RawBuffer>;

/// Makes a buffer of `size_bytes` by the way asked for, or by the first whose self-test passes.
/// Throws Error if that way does not work here.
BufferParts make_shared_buffer(const Device& device, const gl::Context& context,
                               std::size_t size_bytes, const ShareOptions& options);

/// Shares a buffer that exists by the way asked for, or by the first whose self-test passes. Its
/// content stays; a self-test takes a buffer of its own. Throws Error if that way does not work
/// here.
BufferParts share_buffer(const Device& device, gl::RawBuffer buffer, const ShareOptions& options);

}  // namespace glint::interop
