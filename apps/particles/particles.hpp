#pragma once

#include <optional>

#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec4.hpp>

#include <apps/catalog.hpp>
#include <apps/pace.hpp>
#include <glint/array/array.hpp>
#include <glint/base/formats/point_cloud.hpp>
#include <glint/compiler/program.hpp>
#include <glint/interop/shared_buffer.hpp>
#include <glint/view/background_renderer.hpp>
#include <glint/view/line_renderer.hpp>
#include <glint/view/point_renderer.hpp>

namespace glint::apps {

/// Particles in a box of 2 m; see particles.cu. Kernels write places and colours straight into
/// the buffers that OpenGL draws.
class Particles final : public app::Simulation {
public:
    /// Starts from `setup.input`, a point cloud, if given; else from a ball of as many particles
    /// as suit the device. Throws Error(bad_input) for a cloud that cannot be read.
    explicit Particles(const Setup& setup);

    ParameterSet& parameters() override { return parameters_; }
    Program* program() override { return &program_; }
    void reset() override;
    void advance(unsigned steps, double time_step) override;
    void draw(gl::Framebuffer& target) override;
    void control(const app::Frame& frame) override;
    std::vector<app::Fact> facts() override;

    std::size_t count() const noexcept { return positions_.size(); }
    Seconds kernel_time() const noexcept { return kernel_time_; }
    /// Places (x, y, z and speed), on the host; waits for all steps.
    std::vector<glm::vec4> positions();
    /// Brings the last steps to OpenGL, as `draw` does first; may wait for them.
    void give_to_gl();

private:
    using Unsigned = unsigned int;

    void resize(std::size_t count);
    void start_from_cloud();
    void start_from_ball();
    void colour_all();
    void read_timer();

    Setup setup_;
    Stream stream_;
    Pace pace_;
    Program program_;
    ParameterSet parameters_;
    std::optional<PointCloud> cloud_;  // scaled to the scene

    Kernel<void(Unsigned, Unsigned, glm::vec4*, glm::vec4*, glm::u8vec4*)> scatter_{program_,
                                                                                    "scatter"};
    Kernel<void(Unsigned, float, float, const ParameterSet&, glm::vec4*, glm::vec4*)> step_{
        program_, "step"};
    Kernel<void(Unsigned, const ParameterSet&, const glm::vec4*, const glm::u8vec4*, glm::u8vec4*)>
        colour_{program_, "colour"};

    interop::SharedBuffer<glm::vec4> positions_;
    interop::SharedBuffer<glm::u8vec4> colours_;
    Array<glm::vec4> velocities_;
    Array<glm::u8vec4> own_colours_;

    double time_ = 0;  // s
    Event started_;
    Event stopped_;
    bool timing_ = false;
    unsigned timed_steps_ = 1;
    Seconds kernel_time_{};  // of one step

    view::BackgroundRenderer background_;
    view::PointRenderer points_;
    view::LineRenderer lines_;
    view::OrbitCamera camera_;
};

}  // namespace glint::apps
