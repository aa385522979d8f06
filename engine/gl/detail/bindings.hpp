// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/buffer.hpp>
#include <glint/gl/buffer_texture.hpp>
#include <glint/gl/image_view.hpp>
#include <glint/gl/texture.hpp>

namespace glint::gl::detail {

/// Textures and storage buffers bound for shaders; its destructor unbinds them.
class Bindings {
public:
    explicit Bindings(const Context& context) : context_(context) {}
    Bindings(const Bindings&) = delete;
    Bindings& operator=(const Bindings&) = delete;
    ~Bindings();

    const Context& context() const noexcept { return context_; }

    /// Throws Error(invalid_argument) unless `unit` is 0 to 15, Error(invalid_state) if the
    /// texture belongs to another context.
    void sample(unsigned unit, const Texture2D& texture);
    void sample(unsigned unit, const BufferTexture& texture);
    /// Also throws Error(invalid_argument) for a renderbuffer, which has no sampler.
    void sample(unsigned unit, const ImageView& texture);

    /// Throws Error(invalid_argument) unless `binding` is 0 to 7, Error(invalid_state) if the
    /// buffer belongs to another context.
    void store(unsigned binding, const RawBuffer& buffer);

private:
    template <class Texture>
    void bind(unsigned unit, const Texture& texture);

    Context context_;
    unsigned used_units_ = 0;     // one bit per unit
    unsigned used_bindings_ = 0;  // one bit per binding
};

}  // namespace glint::gl::detail
