// SPDX-License-Identifier: MIT
#include <glint/view/detail/light_grid.hpp>

#include <array>

#include <glint/view/detail/shaders.hpp>

namespace glint::view::detail {
namespace {

// These constants must equal those in splat.comp.
constexpr int kGrids = 6;
constexpr int kTile = 64;
constexpr int kExtraNodes = 4;  // points outside the picture may add light inside

int tile_count(int pixels) { return (pixels + kExtraNodes) / kTile + 1; }

}  // namespace

LightGrid::LightGrid(const gl::Context& context)
    : gather_(embedded_program(context, "lit_tiles.vert", "gather.frag")),
      no_vertices_(context),
      buffer_(context, 0) {
    gather_.set("nodes", 0);
    gather_.set("coarser", 1);
}

void LightGrid::clear(int width, int height) {
    if (width != width_ || height != height_) resize(width, height);
    buffer_.clear();
}

void LightGrid::resize(int width, int height) {
    const gl::Context& context = no_vertices_.context();
    width_ = width;
    height_ = height;
    grids_.clear();
    int end = 0;
    for (int i = 0; i < kGrids; ++i) {
        const gl::FramebufferOptions options = {.width = (width >> i) + kExtraNodes,
                                                .height = (height >> i) + kExtraNodes,
                                                .format = PixelFormat::rgba32f,
                                                .depth = false};
        grids_.push_back({end, gl::Framebuffer(context, options)});
        end += options.width * options.height;
    }
    first_tile_ = 3 * end;
    const auto integers =
        static_cast<std::size_t>(first_tile_ + tile_count(width) * tile_count(height));
    buffer_ = gl::RawBuffer(context, integers * sizeof(int));
    nodes_.emplace(context, buffer_);
}

void LightGrid::lend(gl::ComputePass& pass, unsigned binding, gl::ShaderProgram& program) const {
    pass.store(binding, buffer_);
    program.set("picture_px", std::array{static_cast<float>(width_), static_cast<float>(height_)});
    program.set("first_tile", first_tile_);
    program.set("tile_columns", tile_count(width_));
}

const gl::Texture2D& LightGrid::gather(float step_light) {
    for (std::size_t i = grids_.size(); i-- > 0;) gather(i, step_light);
    return grids_.front().light.color();
}

void LightGrid::gather(std::size_t grid, float step_light) {
    gl::Framebuffer& target = grids_[grid].light;
    const bool has_coarser = grid + 1 < grids_.size();
    gather_.set("has_coarser", has_coarser);
    gather_.set("first", grids_[grid].first);
    gather_.set("columns", target.width());
    gather_.set("step_light", step_light);
    target.clear({0, 0, 0, 0});
    gl::Pass pass(target, {.depth_test = false, .depth_write = false});
    pass.sample(0, *nodes_);
    if (has_coarser) pass.sample(1, grids_[grid + 1].light.color());
    draw_lit(pass, gather_, target, grid);
}

void LightGrid::draw_lit(gl::Pass& pass, gl::ShaderProgram& program, const gl::Framebuffer& target,
                         std::size_t grid) const {
    const int columns = tile_count(width_);
    const int rows = tile_count(height_);
    program.set("first_tile", first_tile_);
    program.set("tile_columns", columns);
    program.set("tile_rows", rows);
    program.set("tile_px", static_cast<float>(kTile >> grid));
    program.set("target_px", std::array{static_cast<float>(target.width()),
                                        static_cast<float>(target.height())});
    pass.store(0, buffer_);
    pass.draw(program, no_vertices_, gl::Primitive::triangle_strip, 4,
              static_cast<std::size_t>(columns * rows));
}

}  // namespace glint::view::detail
