// SPDX-License-Identifier: MIT
// Two colliding jets of smoke in a periodic domain. OpenGL draws the texture that kernels write.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <glm/vec2.hpp>

#include <glint/algorithms/reduce.hpp>
#include <glint/app/app.hpp>
#include <glint/array/array.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>
#include <glint/compiler/program.hpp>
#include <glint/interop/shared_texture.hpp>
#include <glint/interop/texels.hpp>
#include <glint/view/image_renderer.hpp>

int fluid(glint::app::App& app) {
    const auto device = app.device();
    glint::Stream stream(device);
    glint::Program program(device, std::filesystem::path(FOLDER) / "fluid.cu");
    auto params = program.parameters();
    app.panel("Fluid").add(params, program);

    using glm::vec2;
    const auto advect = program.kernel<void(int, int, float, const glint::ParameterSet&,
                                            const vec2*, const float*, vec2*, float*)>("advect");
    const auto divergence = program.kernel<void(int, int, const vec2*, float*)>("divergence");
    const auto relax = program.kernel<void(int, int, const float*, const float*, float*)>("relax");
    const auto project = program.kernel<void(int, int, const float*, vec2*)>("project");
    const auto show = program.kernel<void(int, int, const float*, glint::Surface)>("show");

    constexpr int w = 192, h = 128;
    const auto shape = glint::threads_2d(w, h);
    glint::Array<vec2> velocity(stream, glint::Shape{h, w}), moved(stream, glint::Shape{h, w});
    velocity = vec2(0.0f);
    auto smoke = glint::Array<float>::zeros(stream, glint::Shape{h, w});
    glint::Array<float> smoke_moved = glint::empty_like(smoke), source = glint::empty_like(smoke);
    glint::Array<float> pressure = glint::zeros_like(smoke), relaxed = glint::empty_like(smoke);

    glint::interop::SharedTexture picture(
        device, app.gl(), {.width = w, .height = h, .format = glint::PixelFormat::r32f},
        {.sharing = app.sharing()});
    glint::view::ImageRenderer image;
    image.options().colormap = "inferno";

    while (const auto frame = app.next_frame()) {
        for (unsigned step = 0; step < frame->steps(); ++step) {
            const auto dt = static_cast<float>(frame->time_step());
            advect.launch(stream, shape, w, h, dt, params, velocity, smoke, moved, smoke_moved);
            std::swap(velocity, moved);
            std::swap(smoke, smoke_moved);
            divergence.launch(stream, shape, w, h, velocity, source);
            for (int sweep = 0; sweep < static_cast<int>(params.get("sweeps")); ++sweep) {
                relax.launch(stream, shape, w, h, source, pressure, relaxed);
                std::swap(pressure, relaxed);
            }
            project.launch(stream, shape, w, h, pressure, velocity);
        }
        {
            const auto mapped = picture.map(stream);
            show.launch(stream, shape, w, h, smoke, mapped);
        }
        frame->target().clear();
        image.draw(frame->target(), picture.gl());
    }

    // The flow must be divergence-free, except for the error that the sweeps leave. The smoke must
    // be between 0 and 1, and the picture must show it.
    const double before = glint::norm(source).item();
    divergence.launch(stream, shape, w, h, velocity, source);
    const double after = glint::norm(source).item();
    const double least = glint::min(smoke).item(), most = glint::max(smoke).item();
    const double total = glint::sum(smoke).item();
    double off = 0;
    {
        const auto mapped = picture.map(stream);
        off = glint::max(abs(glint::interop::texels_of<float>(mapped) - smoke)).item();
    }
    const bool right = std::isfinite(after) && after < 0.6 * before && least >= 0 && most <= 1 &&
                       total > 1 && off == 0;
    std::printf("divergence %.4g -> %.4g, smoke %.3g to %.3g, %.4g in all, picture off by %g: %s\n",
                before, after, least, most, total, off, right ? "right" : "WRONG");
    return right ? 0 : 1;
}

int main(int argc, char** argv) { return glint::app::run({.title = "Fluid"}, argc, argv, fluid); }
