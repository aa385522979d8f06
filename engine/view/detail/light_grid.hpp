// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <glint/gl/buffer_texture.hpp>
#include <glint/gl/compute_pass.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/gl/pass.hpp>

namespace glint::view::detail {

/// A pyramid of grids in which splat.comp adds up the light of points, as integers. Each grid has
/// half as many nodes per axis as the previous grid, and holds the light of points that are drawn
/// twice as large.
///
/// On each axis, node i of grid g is at pixel (i - 1) * 2^g, counted from the picture's lower left
/// corner.
class LightGrid {
public:
    explicit LightGrid(const gl::Context& context);

    /// Sets all light to zero and adapts the grids to a picture of this size.
    void clear(int width, int height);

    /// Binds the buffer with all grids to `binding` for a compute shader, and sets the uniforms of
    /// `program` that describe the buffer.
    void lend(gl::ComputePass& pass, unsigned binding, gl::ShaderProgram& program) const;

    /// Adds up the light of all grids and returns the result, one texel per node of the finest
    /// grid. `step_light` is the amount of light that an integer value of 1 represents.
    const gl::Texture2D& gather(float step_light);

    /// Draws with `program`, whose vertex shader is lit_tiles.vert. Covers only areas that have
    /// light within 64 pixels. `pass` must draw into the picture `target`.
    void draw_lit(gl::Pass& pass, gl::ShaderProgram& program, const gl::Framebuffer& target) const {
        draw_lit(pass, program, target, 0);
    }

private:
    struct Grid {
        int first;  // position of the grid's first node in the buffer
        gl::Framebuffer light;
    };

    void resize(int width, int height);
    void gather(std::size_t grid, float step_light);
    void draw_lit(gl::Pass& pass, gl::ShaderProgram& program, const gl::Framebuffer& target,
                  std::size_t grid) const;

    gl::ShaderProgram gather_;
    gl::VertexArray no_vertices_;
    gl::RawBuffer buffer_;  // integers: first red, green and blue per node, then one per tile
    std::optional<gl::BufferTexture> nodes_;  // the same buffer, for gather.frag
    std::vector<Grid> grids_;
    int width_ = 0;
    int height_ = 0;
    int first_tile_ = 0;
};

}  // namespace glint::view::detail
