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

/// How a fragment of colour s (multiplied by its alpha a) joins the colour d that is there.
enum class Blend {
    none,    ///< s
    over,    ///< s + (1 - a) d: in front of it
    add,     ///< s + d: light on light
    screen,  ///< s + (1 - s) d: light on light that never exceeds 1
};

enum class Primitive { points, lines, line_strip, triangles, triangle_strip };

struct PassOptions {
    Blend blend = Blend::none;
    bool depth_test = true;   ///< hide fragments behind what is there; no effect without depth
    bool depth_write = true;  ///< hide later fragments behind these
    std::optional<Rectangle> part{};  ///< what clip space covers; nothing: all of the framebuffer
};

/// The scope of one or more draws into a framebuffer: it binds the framebuffer and sets all
/// state that draws depend on, and on its end leaves the context in OpenGL's initial state.
/// One at a time for each context.
class [[nodiscard]] Pass {
public:
    explicit Pass(Framebuffer& target, const PassOptions& options = {});
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass();

    /// Lends `texture` to the shaders' samplers of this texture unit, 0 to 15, for this pass.
    void sample(unsigned unit, const Texture2D& texture) { bindings_.sample(unit, texture); }
    void sample(unsigned unit, const BufferTexture& texture) { bindings_.sample(unit, texture); }
    void sample(unsigned unit, const ImageView& texture) { bindings_.sample(unit, texture); }

    /// Lends `buffer` to the shaders' buffer block of this binding, 0 to 7, for this pass.
    void store(unsigned binding, const RawBuffer& buffer) { bindings_.store(binding, buffer); }

    /// Draws the first `count` vertices, `instances` times, if the framebuffer was to be drawn as
    /// the pass began. Throws Error(invalid_state) if program or vertices belong to another
    /// context, Error(invalid_argument) if a number is above 2^31 - 1.
    void draw(const ShaderProgram& program, const VertexArray& vertices, Primitive primitive,
              std::size_t count, std::size_t instances = 1);

private:
    detail::Bindings bindings_;
    bool drawn_;
};

}  // namespace glint::gl
