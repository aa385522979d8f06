// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include <glint/gl/detail/bindings.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/gl/rectangle.hpp>
#include <glint/gl/shader.hpp>
#include <glint/gl/vertex_array.hpp>

namespace glint::gl {

/// Formula that combines the color s of a new fragment with the existing color d. The shader must
/// output s already multiplied by its alpha a.
enum class Blend {
    none,    ///< s
    over,    ///< s + (1 - a) d: the new fragment is in front of d
    add,     ///< s + d: additive light
    screen,  ///< s + (1 - s) d: additive light that never exceeds 1
};

enum class Primitive { points, lines, line_strip, triangles, triangle_strip };

struct PassOptions {
    Blend blend = Blend::none;
    bool depth_test = true;           ///< hide fragments that others cover; needs a depth buffer
    bool depth_write = true;          ///< hide later fragments that are farther away
    std::optional<Rectangle> part{};  ///< rectangle to draw into; nullopt: whole framebuffer
};

/// A scope for draws into a framebuffer. The constructor binds the framebuffer and sets all OpenGL
/// state that draws depend on. The destructor sets this state to OpenGL's initial values. Only one
/// Pass may exist at a time in each context.
class [[nodiscard]] Pass {
public:
    explicit Pass(Framebuffer& target, const PassOptions& options = {});
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass();

    /// Binds `texture` to the texture unit `unit`, 0 to 15, until this pass ends.
    void sample(unsigned unit, const Texture2D& texture) { bindings_.sample(unit, texture); }
    void sample(unsigned unit, const BufferTexture& texture) { bindings_.sample(unit, texture); }
    void sample(unsigned unit, const ImageView& texture) { bindings_.sample(unit, texture); }

    /// Binds `buffer` to the storage block binding `binding`, 0 to 7, until this pass ends.
    void store(unsigned binding, const RawBuffer& buffer) { bindings_.store(binding, buffer); }

    /// Draws the first `count` vertices `instances` times. Does nothing if the framebuffer's
    /// drawing was off when the pass began. Throws Error(invalid_state) if `program` or `vertices`
    /// belong to another context, and Error(invalid_argument) if `count` or `instances` is above
    /// 2^31 - 1.
    void draw(const ShaderProgram& program, const VertexArray& vertices, Primitive primitive,
              std::size_t count, std::size_t instances = 1);

private:
    detail::Bindings bindings_;
    bool drawn_;
};

}  // namespace glint::gl
