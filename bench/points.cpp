// SPDX-License-Identifier: MIT
// Measures points that the studio's kernels draw, and the same points drawn by OpenGL.
#include "measure.hpp"

#include <cmath>

#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec4.hpp>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/interop/shared_buffer.hpp>
#include <glint/studio/views/detail/points_view.hpp>
#include <glint/view/background_renderer.hpp>
#include <glint/view/point_renderer.hpp>

namespace glint::bench {
namespace {

constexpr int kWidth = 1280, kHeight = 720;

struct Scene {
    const char* name;
    studio::PointStyle style;
    float radius_px;
    float side;  // side of the cube that the points fill; 2 fills most of the picture
    std::size_t count;
};

std::vector<Scene> scenes_for(const Device& device) {
    using enum studio::PointStyle;
    const bool is_gpu = device.kind() == BackendKind::cuda;
    const std::size_t few = is_gpu ? 1'000'000 : 200'000, many = is_gpu ? 10'000'000 : 1'000'000;
    std::vector<Scene> scenes{{"glow of 2 px, spread", glow, 2, 2, few},
                              {"glow of 2 px, clustered", glow, 2, 0.05f, few},
                              {"glow of 2 px, coincident", glow, 2, 0, few},
                              {"glow of 12 px, spread", glow, 12, 2, few},
                              {"glow of 2 px, spread", glow, 2, 2, many},
                              {"balls of a pixel, spread", balls, 0.5f, 2, few},
                              {"balls of a pixel, clustered", balls, 0.5f, 0.05f, few},
                              {"balls of a pixel, spread", balls, 0.5f, 2, many},
                              {"balls of 3 px, spread", balls, 3, 2, few}};
    if (is_gpu) scenes.push_back({"balls of a pixel, spread", balls, 0.5f, 2, 100'000'000});
    return scenes;
}

studio::ElementType vector_of_4(const char* name, ScalarType scalar, std::size_t size_bytes) {
    return {.name = name,
            .size_bytes = size_bytes,
            .alignment = size_bytes,
            .parts = {{.scalar = scalar, .components = 4}}};
}

class Cloud {
public:
    Cloud(const Device& device, const gl::Context& context, const Scene& scene)
        : scene_(scene),
          stream_(device),
          program_(device, resource("bench/points.cu")),
          scatter_(program_.kernel("scatter")),
          positions_(device, context, scene.count, {.name = "positions"}),
          colors_(device, context, scene.count, {.name = "colours"}),
          places_(stream_, scene.count),
          rgba_(stream_, scene.count),
          canvas_(std::make_shared<studio::ViewKernels>(stream_), context,
                  interop::Sharing::automatic, kWidth, kHeight),
          target_(context, {.width = kWidth, .height = kHeight}),
          opengl_({.radius_px = scene.radius_px,
                   .style = scene.style == studio::PointStyle::glow ? view::PointStyle::glow
                                                                    : view::PointStyle::balls}) {
        scatter(places_, rgba_);
        write_shared();
    }

    /// Draws the points with OpenGL. First gives the buffers to OpenGL, as if a kernel had written
    /// them.
    void draw_by_opengl() {
        { const auto [positions, colors] = interop::map(stream_, positions_, colors_); }
        background_.draw(target_);
        opengl_.draw(target_, positions_.gl(), colors_.gl(), camera_);
        target_.context().finish();
    }

    /// Draws the points with kernels. Returns when OpenGL has the picture in its target.
    void draw_by_kernels() {
        canvas_.begin(studio::Background::space);
        draw();
        canvas_.end();
        canvas_.show(target_, {0, 0, kWidth, kHeight});
        target_.context().finish();
    }

    /// Returns the seconds that the kernels take per picture, by the device's clock.
    double kernel_seconds(int repeats) {
        canvas_.begin(studio::Background::space);
        const double time = device_seconds(stream_, repeats, [&] {
            canvas_.clear(studio::Background::space);
            draw();
        });
        canvas_.end();
        return time;
    }

private:
    template <class Places, class Colors>
    void scatter(Places& places, Colors& colors) {
        scatter_.launch(stream_, elements(scene_.count),
                        {static_cast<unsigned>(scene_.count), scene_.side, places, colors});
    }

    void write_shared() {
        const auto [positions, colors] = interop::map(stream_, positions_, colors_);
        scatter(positions, colors);
    }

    void draw() {
        view_.draw(canvas_,
                   {.places = {places_.data(), sizeof(glm::vec4)},
                    .type = vector_of_4("float4", ScalarType::f32, 16),
                    .count = scene_.count,
                    .values = {rgba_.data(), sizeof(glm::u8vec4)},
                    .value_type = vector_of_4("uchar4", ScalarType::u8, 4)},
                   {.is_color = 1}, options());
    }

    studio::PointsOptions options() const {
        const float focal_px = 0.5f * kHeight / std::tan(0.5f * camera_.pose().vertical_fov_rad);
        return {.style = scene_.style,
                .to_clip = camera_.view_projection(float{kWidth} / kHeight),
                .focal_px = focal_px,
                .radius = scene_.radius_px * camera_.distance_m() / focal_px,
                .target_depth = camera_.distance_m(),
                .glow = {.radius_px = scene_.radius_px}};
    }

    Scene scene_;
    Stream stream_;
    Program program_;
    AnyKernel scatter_;
    interop::SharedBuffer<glm::vec4> positions_;
    interop::SharedBuffer<glm::u8vec4> colors_;
    DeviceMemory<glm::vec4> places_;
    DeviceMemory<glm::u8vec4> rgba_;
    studio::Canvas canvas_;
    studio::PointsView view_;
    gl::Framebuffer target_;
    view::BackgroundRenderer background_;
    view::PointRenderer opengl_;
    view::OrbitCamera camera_{{.distance_m = 4.1f, .pitch_rad = 0.28f}};
};

void measure(const Device& device, const gl::Context& context, const Scene& scene) {
    Cloud cloud(device, context, scene);
    const int repeats = scene.count > 20'000'000 ? 5 : 15;
    const double kernels = cloud.kernel_seconds(repeats);
    const double shown = median_seconds(repeats, [&] { cloud.draw_by_kernels(); });
    const double opengl = median_seconds(repeats, [&] { cloud.draw_by_opengl(); });
    fmt::print("  {:<27} {:>11} {:>11.3f} {:>11.3f} {:>11.3f} {:>8.2f}\n", scene.name, scene.count,
               kernels * 1e3, shown * 1e3, opengl * 1e3, opengl / shown);
}

void measure(const Device& device, const gl::Context& context) {
    fmt::print("{}, OpenGL on {}, {} x {}\n  {:<27} {:>11} {:>11} {:>11} {:>11} {:>8}\n",
               headline(device), context.renderer(), kWidth, kHeight, "", "points", "kernels, ms",
               "shown, ms", "OpenGL, ms", "ratio");
    for (const Scene& scene : scenes_for(device)) try {
            measure(device, context, scene);
        } catch (const Error& error) {
            fmt::print("  {:<27} {:>11} {}\n", scene.name, scene.count, error.what());
        }
}

}  // namespace
}  // namespace glint::bench

int main() {
    const glint::gl::HeadlessContext context;
    for (const glint::Device& device : glint::bench::open_all())
        glint::bench::measure(device, context);
}
