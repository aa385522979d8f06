// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <glint/gl/buffer_texture.hpp>
#include <glint/gl/compute_pass.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/gl/pass.hpp>

namespace glint::view::detail {

/// Sums of light as integers: a pyramid of grids, each with half the nodes per axis of the previous
/// one, for points drawn twice as large. splat.comp adds to it.
///
/// Node i of grid g is at pixel (i - 1) * 2^g, counted from the picture's bottom left corner.
class LightGrid {
public:
    explicit LightGrid(const gl::Context& context);

    /// Sets all light to zero, for a picture of this size.
    void clear(int width, int height);

    /// Binds the buffer at `binding` for a compute shader and sets the uniforms of `program` for
    /// it.
    void lend(gl::ComputePass& pass, unsigned binding, gl::ShaderProgram& program) const;

    /// Returns the total light of all grids at the nodes of the finest. One integer step is
    /// `step_light`.
    const gl::Texture2D& gather(float step_light);

    /// Draws with `program`, which uses lit_tiles.vert, wherever there is light within 64 pixels.
    /// `pass` must draw into the picture `target`.
    void draw_lit(gl::Pass& pass, gl::ShaderProgram& program, const gl::Framebuffer& target) const {
        draw_lit(pass, program, target, 0);
    }

private:
    struct Grid {
        int first;  // index of its first node in the buffer
        gl::Framebuffer light;
    };

    void resize(int width, int height);
    void gather(std::size_t grid, float step_light);
    void draw_lit(gl::Pass& pass, gl::ShaderProgram& program, const gl::Framebuffer& target,
                  std::size_t grid) const;

    gl::ShaderProgram gather_;
    gl::VertexArray no_vertices_;
    gl::RawBuffer buffer_;  // integers: red, green and blue of each grid's nodes, then the tiles
    std::optional<gl::BufferTexture> nodes_;  // the buffer for gather.frag
    std::vector<Grid> grids_;
    int width_ = 0;
    int height_ = 0;
    int first_tile_ = 0;
};

}  // namespace glint::view::detail
