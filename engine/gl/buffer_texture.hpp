// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/buffer.hpp>

namespace glint::gl {

/// A buffer of 32-bit integers as shaders read it with texelFetch from an isamplerBuffer, three to
/// a texel: on some devices faster than the same as a buffer block. It does not keep the buffer
/// alive.
class BufferTexture {
public:
    /// Throws Error(invalid_state) if the buffer belongs to another context.
    BufferTexture(const Context& context, const RawBuffer& buffer);

    unsigned native() const noexcept { return handle_.native(); }
    const Context& context() const noexcept { return handle_.context(); }

private:
    Handle handle_;
};

}  // namespace glint::gl
