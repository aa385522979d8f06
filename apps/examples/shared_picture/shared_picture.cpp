// SPDX-License-Identifier: MIT
// OpenGL and CUDA share a texture and a buffer: kernels write both, and OpenGL draws both. If the
// two can share memory, nothing is copied. The program accepts options such as --headless.
#include <glm/vec4.hpp>

#include <glint/app/app.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>
#include <glint/interop/shared_buffer.hpp>
#include <glint/interop/shared_texture.hpp>
#include <glint/view/image_renderer.hpp>
#include <glint/view/point_renderer.hpp>

namespace {

void show(glint::app::App& app) {
    const auto device = app.device();
    glint::Stream stream(device);

    glint::Program program(device,
                           glint::resource("apps/examples/shared_picture/shared_picture.cu"));
    const auto sky = program.kernel<void(int, int, float, glint::Surface)>("sky");
    const auto knot = program.kernel<void(int, float, glm::vec4*)>("knot");

    constexpr int width = 1280, height = 720, count = 60'000;
    glint::interop::SharedTexture picture(device, app.gl(), {.width = width, .height = height},
                                          {.sharing = app.sharing()});
    glint::interop::SharedBuffer<glm::vec4> points(device, app.gl(), count,
                                                   {.sharing = app.sharing()});
    glint::view::ImageRenderer backdrop;
    glint::view::PointRenderer spots({.radius_px = 2.0f, .colormap = "plasma"});
    glint::view::OrbitCamera camera({.distance_m = 3.6f, .pitch_rad = 1.0f});

    double time = 0;
    while (const auto frame = app.next_frame()) {
        time += frame->steps() * frame->time_step();
        const auto seconds = static_cast<float>(time);
        {
            // One driver call maps both objects. OpenGL can use both again after this scope.
            auto [mapped_picture, mapped_points] = glint::interop::map(stream, picture, points);
            sky.launch(stream, glint::threads_2d(width, height), width, height, seconds,
                       mapped_picture);
            knot.launch(stream, glint::threads(count), count, seconds, mapped_points);
        }
        frame->control(camera);
        frame->target().clear();
        backdrop.draw(frame->target(), picture.gl());
        spots.draw_values(frame->target(), points.gl(), camera);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return glint::app::run({.title = "Shared picture"}, argc, argv, show);
}
