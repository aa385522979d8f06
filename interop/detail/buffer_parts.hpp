// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/buffer.hpp>
#include <glint/interop/shared_resource.hpp>

namespace glint::interop {

/// A shared buffer without an element type.
using BufferParts = SharedStorage<gl::RawBuffer>;

/// Creates a buffer of `size_bytes` with the requested method, or with the first whose self-test
/// passes.
/// Throws Error if that method does not work here.
BufferParts make_shared_buffer(const Device& device, const gl::Context& context,
                               std::size_t size_bytes, const ShareOptions& options);

/// Shares an existing buffer with the requested method, or with the first whose self-test passes.
/// Its content is kept; a self-test uses a separate buffer. Throws Error if that method does not
/// work here.
BufferParts share_buffer(const Device& device, gl::RawBuffer buffer, const ShareOptions& options);

}  // namespace glint::interop
