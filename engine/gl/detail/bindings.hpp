// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/buffer.hpp>
#include <glint/gl/buffer_texture.hpp>
#include <glint/gl/image_view.hpp>
#include <glint/gl/texture.hpp>

namespace glint::gl::detail {

/// Binds textures and storage buffers for shaders. The destructor removes the bindings.
class Bindings {
public:
    explicit Bindings(const Context& context) : context_(context) {}
    Bindings(const Bindings&) = delete;
    Bindings& operator=(const Bindings&) = delete;
    ~Bindings();

    const Context& context() const noexcept { return context_; }

    /// Binds `texture` to a texture unit. Throws Error(invalid_argument) if `unit` is not 0 to 15,
    /// and Error(invalid_state) if the texture belongs to another context.
    void sample(unsigned unit, const Texture2D& texture);
    void sample(unsigned unit, const BufferTexture& texture);
    /// Binds an image to a texture unit and throws the same errors as for a texture. Also throws
    /// Error(invalid_argument) for a renderbuffer, because shaders cannot sample a renderbuffer.
    void sample(unsigned unit, const ImageView& texture);

    /// Binds `buffer` to a storage block. Throws Error(invalid_argument) if `binding` is not 0 to
    /// 7, and Error(invalid_state) if the buffer belongs to another context.
    void store(unsigned binding, const RawBuffer& buffer);

private:
    template <class Texture>
    void bind(unsigned unit, const Texture& texture);

    Context context_;
    unsigned used_units_ = 0;     // one bit per unit
    unsigned used_bindings_ = 0;  // one bit per binding
};

}  // namespace glint::gl::detail
