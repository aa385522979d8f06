// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/buffer.hpp>
#include <glint/interop/shared_resource.hpp>

namespace glint::interop {

/// A shared buffer of untyped bytes.
using BufferParts = SharedStorage<gl::RawBuffer>;

/// Creates a buffer of `size_bytes` bytes with the sharing method `options.sharing`. If this is
/// `automatic`, uses the first method whose self-test passes. Throws Error if no requested method
/// works with this device and context.
BufferParts make_shared_buffer(const Device& device, const gl::Context& context,
                               std::size_t size_bytes, const ShareOptions& options);

/// Shares an existing buffer with the sharing method `options.sharing`. If this is `automatic`,
/// uses the first method whose self-test passes. Keeps the content of the buffer, because the
/// self-test uses a separate buffer. Throws Error if no requested method works with this device and
/// context.
BufferParts share_buffer(const Device& device, gl::RawBuffer buffer, const ShareOptions& options);

}  // namespace glint::interop
