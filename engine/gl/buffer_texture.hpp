// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/buffer.hpp>

namespace glint::gl {

/// Lets shaders read a buffer of 32-bit integers with texelFetch from an isamplerBuffer. Each texel
/// consists of three integers. On some devices this is faster than a storage block. A BufferTexture
/// does not keep the buffer alive.
class BufferTexture {
public:
    /// Throws Error(invalid_state) if `buffer` belongs to another context.
    BufferTexture(const Context& context, const RawBuffer& buffer);

    unsigned native() const noexcept { return handle_.native(); }
    const Context& context() const noexcept { return handle_.context(); }

private:
    Handle handle_;
};

}  // namespace glint::gl
