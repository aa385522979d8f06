#pragma once

#include <optional>

#include <glm/vec2.hpp>

#include <apps/catalog.hpp>
#include <apps/pace.hpp>
#include <glint/array/array.hpp>
#include <glint/base/formats/field.hpp>
#include <glint/compiler/program.hpp>
#include <glint/interop/shared_texture.hpp>
#include <glint/view/background_renderer.hpp>
#include <glint/view/image_renderer.hpp>

namespace glint::apps {

/// Reaction and diffusion of two substances on a grid; see gray_scott.cu. A kernel writes what is
/// shown straight into the texture that OpenGL draws.
class GrayScott final : public app::Simulation {
public:
    /// Starts from `setup.input`, a PNG or .npy whose values from 0 to 1 become V's concentration
    /// and give the grid its size, at most 2048 on a side; else from scattered squares.
    /// Throws Error(bad_input) for values outside 0 to 1.
    explicit GrayScott(const Setup& setup);

    ParameterSet& parameters() override { return parameters_; }
    Program* program() override { return &program_; }
    void reset() override;
    void advance(unsigned steps, double time_step) override;
    void draw(gl::Framebuffer& target) override;
    void control(const app::Frame& frame) override;
    std::vector<app::Fact> facts() override;

    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    /// U and V of each cell on the host, row by row; waits for all steps.
    std::vector<glm::vec2> cells() const { return cells_.to_vector(); }

private:
    void show_cells();
    /// Where in the grid, in cells, a place of the picture lies.
    glm::vec2 cell_at(double x_px, double y_px, const gl::Framebuffer& target) const;
    void paint(glm::vec2 from, glm::vec2 to);
    LaunchShape shape() const;

    Setup setup_;
    Stream stream_;
    Pace pace_;
    Program program_;
    ParameterSet parameters_;
    std::optional<ScalarField> input_;
    int width_;
    int height_;

    Kernel<void(int, int, unsigned, glm::vec2*)> sow_{program_, "sow"};
    Kernel<void(int, int, float, const ParameterSet&, const glm::vec2*, glm::vec2*)> react_{
        program_, "react"};
    Kernel<void(int, int, glm::vec2, glm::vec2, const ParameterSet&, glm::vec2*)> paint_{program_,
                                                                                         "paint"};
    Kernel<void(int, int, const glm::vec2*, Surface)> show_{program_, "show"};

    Array<glm::vec2> cells_;
    Array<glm::vec2> next_;
    interop::SharedTexture picture_;
    std::size_t steps_done_ = 0;

    view::BackgroundRenderer background_;
    view::ImageRenderer image_;
};

}  // namespace glint::apps
