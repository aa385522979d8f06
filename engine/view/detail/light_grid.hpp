// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include <glint/gl/buffer_texture.hpp>
#include <glint/gl/compute_pass.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/gl/pass.hpp>

namespace glint::view::detail {

/// Where light is added up in whole numbers: a pyramid of grids, each with half the nodes of the
/// one before, for points that are shown twice as large. splat.comp adds to it.
///
/// Node i of grid g is at pixel (i - 1) * 2^g, counted from the picture's left bottom corner.
class LightGrid {
public:
    explicit LightGrid(const gl::Context& context);

    /// Makes all dark, for a picture of this size.
    void clear(int width, int height);

    /// Gives a compute shader the buffer at `binding`, and `program` the uniforms for it.
    void lend(gl::ComputePass& pass, unsigned binding, gl::ShaderProgram& program) const;

    /// All grids' light together at the nodes of the finest, a step of which is `step_light`.
    const gl::Texture2D& gather(float step_light);

    /// Draws with `program`, of lit_tiles.vert, in a pass on `target`, the picture: where there is
    /// light or some within 64 pixels.
    void draw_lit(gl::Pass& pass, gl::ShaderProgram& program, const gl::Framebuffer& target) const {
        draw_lit(pass, program, target, 0);
    }

private:
    struct Grid {
        int first;  // of its nodes in the buffer
        gl::Framebuffer light;
    };

    void resize(int width, int height);
    void gather(std::size_t grid, float step_light);
    void draw_lit(gl::Pass& pass, gl::ShaderProgram& program, const gl::Framebuffer& target,
                  std::size_t grid) const;

    gl::ShaderProgram gather_;
    gl::VertexArray no_vertices_;
    gl::RawBuffer
        buffer_;  // of integers: red, green and blue of each grid's nodes, then of the tiles
    std::optional<gl::BufferTexture> nodes_;  // the buffer as gather.frag reads it
    std::vector<Grid> grids_;
    int width_ = 0;
    int height_ = 0;
    int first_tile_ = 0;
};

}  // namespace glint::view::detail
