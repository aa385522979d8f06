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

/// Blend function of a fragment's color s (multiplied by its alpha a) and the existing color d.
enum class Blend {
    none,    ///< s
    over,    ///< s + (1 - a) d: s in front of d
    add,     ///< s + d: additive light
    screen,  ///< s + (1 - s) d: additive light that never exceeds 1
};

enum class Primitive { points, lines, line_strip, triangles, triangle_strip };

struct PassOptions {
    Blend blend = Blend::none;
    bool depth_test = true;   ///< hide fragments behind existing ones; no effect without depth
    bool depth_write = true;  ///< hide later fragments behind these
    std::optional<Rectangle> part{};  ///< area of clip space; nullopt: whole framebuffer
};

/// The scope of one or more draws into a framebuffer. It binds the framebuffer and sets all state
/// that draws depend on; its destructor returns the context to OpenGL's initial state. Each context
/// can have one Pass at a time.
class [[nodiscard]] Pass {
public:
    explicit Pass(Framebuffer& target, const PassOptions& options = {});
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass();

    /// Binds `texture` to this texture unit, 0 to 15, for this pass.
    void sample(unsigned unit, const Texture2D& texture) { bindings_.sample(unit, texture); }
    void sample(unsigned unit, const BufferTexture& texture) { bindings_.sample(unit, texture); }
    void sample(unsigned unit, const ImageView& texture) { bindings_.sample(unit, texture); }

    /// Binds `buffer` to this storage block binding, 0 to 7, for this pass.
    void store(unsigned binding, const RawBuffer& buffer) { bindings_.store(binding, buffer); }

    /// Draws the first `count` vertices `instances` times, unless the framebuffer's drawing was off
    /// when the pass began. Throws Error(invalid_state) if the program or vertices belong to
    /// another context, Error(invalid_argument) if a number is above 2^31 - 1.
    void draw(const ShaderProgram& program, const VertexArray& vertices, Primitive primitive,
              std::size_t count, std::size_t instances = 1);

private:
    detail::Bindings bindings_;
    bool drawn_;
};

}  // namespace glint::gl
