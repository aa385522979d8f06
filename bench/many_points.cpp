// SPDX-License-Identifier: MIT
// Draws points of one pixel by glint's kernels and by GL_POINTS. A position takes 16 bytes.
#include "measure.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec4.hpp>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/studio/state/detail/point_order.hpp>
#include <glint/studio/views/detail/points_view.hpp>
#include <glint/view/point_renderer.hpp>

namespace glint::bench {
namespace {

constexpr int kWidth = 1920, kHeight = 1080;
constexpr std::size_t kSortedAtOnce = std::size_t{1} << 25;  // same chunk size as in load_cloud()
// Maximum number of points for OpenGL. Ten times this number would take a second.
constexpr std::size_t kMaxInOpenGL = 100'000'000;
constexpr std::size_t kMaxWithoutGpu = 1'000'000;  // limit if OpenGL runs on the CPU

struct Scene {
    const char* name;
    const char* kernel;
    bool is_sorted;
};

constexpr Scene kScenes[]{{"in a cube, random order", "scatter", false},
                          {"in a cube, Morton order", "scatter", true},
                          {"on a surface, random order", "scatter_on_surface", false},
                          {"on a surface, Morton order", "scatter_on_surface", true}};

std::vector<std::size_t> counts_for(const Device& device) {
    if (device.kind() == BackendKind::cuda) return {1'000'000'000, 100'000'000, 10'000'000};
    return {1'000'000, 10'000'000};
}

studio::ElementType vector_of_4(const char* name, ScalarType scalar, std::size_t size_bytes) {
    return {.name = name,
            .size_bytes = size_bytes,
            .alignment = size_bytes,
            .parts = {{.scalar = scalar, .components = 4}}};
}

class Cloud {
public:
    Cloud(const Device& device, const gl::Context& context, const Scene& scene, std::size_t count)
        : context_(context),
          stream_(device),
          program_(device, resource("bench/points.cu")),
          places_(stream_, count),
          rgba_(stream_, count),
          canvas_(std::make_shared<studio::ViewKernels>(stream_), context,
                  interop::Sharing::automatic, kWidth, kHeight),
          target_(context, {.width = kWidth, .height = kHeight}) {
        program_.kernel(scene.kernel)
            .launch(stream_, elements(count), {static_cast<unsigned>(count), 2.0f, places_, rgba_});
        if (scene.is_sorted) sort();
        stream_.synchronize();
    }

    /// Device time of the picture only: clearing the keys, drawing all points, and coloring pixels.
    double kernel_seconds(int repeats) {
        canvas_.begin(studio::Background::space);
        const double found = device_seconds(stream_, repeats, [&] { draw(); });
        canvas_.end();
        return found;
    }

    /// Time until OpenGL has received the picture in its target.
    double shown_seconds(int repeats) {
        return median_seconds(repeats, [&] {
            canvas_.begin(studio::Background::space);
            draw();
            canvas_.end();
            canvas_.show(target_, {0, 0, kWidth, kHeight});
            context_.finish();
        });
    }

    /// Time in which OpenGL draws the first `count` points as GL_POINTS.
    double opengl_seconds(std::size_t count, int repeats) {
        const std::vector<glm::vec4> places = to_vector(stream_, places_.span().subspan(0, count));
        const std::vector<glm::u8vec4> colors = to_vector(stream_, rgba_.span().subspan(0, count));
        const gl::Buffer<glm::vec4> place_buffer(context_, std::span(places));
        const gl::Buffer<glm::u8vec4> color_buffer(context_, std::span(colors));
        view::PointRenderer renderer({.radius_px = 0.5f, .style = view::PointStyle::balls});
        return median_seconds(repeats, [&] {
            target_.clear();
            renderer.draw(target_, place_buffer, color_buffer, camera_);
            context_.finish();
        });
    }

private:
    void sort() {
        const auto type = vector_of_4("float4", ScalarType::f32, sizeof(glm::vec4));
        const auto color_type = vector_of_4("uchar4", ScalarType::u8, sizeof(glm::u8vec4));
        const studio::PointField places{reinterpret_cast<std::byte*>(places_.data()), type};
        const studio::PointField colors{reinterpret_cast<std::byte*>(rgba_.data()), color_type};
        studio::PointOrder order(stream_);
        for (std::size_t first = 0; first < places_.size(); first += kSortedAtOnce)
            order.sort({places, colors}, places, first,
                       std::min(kSortedAtOnce, places_.size() - first),
                       {.min = glm::vec3(-1.0f), .max = glm::vec3(1.0f)});
    }

    void draw() {
        const float focal_px = 0.5f * kHeight / std::tan(0.5f * camera_.pose().vertical_fov_rad);
        view_.draw(canvas_,
                   {.places = {places_.data(), sizeof(glm::vec4)},
                    .type = vector_of_4("float4", ScalarType::f32, sizeof(glm::vec4)),
                    .count = places_.size(),
                    .values = {rgba_.data(), sizeof(glm::u8vec4)},
                    .value_type = vector_of_4("uchar4", ScalarType::u8, sizeof(glm::u8vec4))},
                   {.is_color = 1},
                   {.to_clip = camera_.view_projection(float{kWidth} / kHeight),
                    .focal_px = focal_px,
                    .radius = 1e-4f,
                    .target_depth = camera_.distance_m()});
    }

    gl::Context context_;
    Stream stream_;
    Program program_;
    DeviceMemory<glm::vec4> places_;
    DeviceMemory<glm::u8vec4> rgba_;
    studio::Canvas canvas_;
    studio::PointsView view_;
    gl::Framebuffer target_;
    view::OrbitCamera camera_{{.distance_m = 4.1f, .pitch_rad = 0.28f}};
};

/// Bytes per second that a copy on the device reads and writes.
double copy_rate(const Device& device) {
    Stream stream(device);
    const std::size_t bytes =
        device.kind() == BackendKind::cuda ? std::size_t{1} << 30 : std::size_t{1} << 27;
    DeviceMemory<std::byte> from(stream, bytes), to(stream, bytes);
    fill(stream, from, std::byte{1});
    return 2.0 * static_cast<double>(bytes) /
           device_seconds(stream, 9, [&] { copy(stream, to, from); });
}

bool is_on_processor(const gl::Context& context) {
    return std::string_view(context.renderer()).find("llvmpipe") != std::string_view::npos;
}

void measure(const Device& device, const gl::Context& context, const Scene& scene,
             std::size_t count, double roof) {
    Cloud cloud(device, context, scene, count);
    const int repeats = device.kind() == BackendKind::cuda ? 15 : 5;
    const double kernels = cloud.kernel_seconds(repeats);
    const double shown = cloud.shown_seconds(repeats);
    const std::size_t drawn =
        std::min(count, is_on_processor(context) ? kMaxWithoutGpu : kMaxInOpenGL);
    const double opengl = cloud.opengl_seconds(drawn, 3) / static_cast<double>(drawn);
    const double rate = static_cast<double>(count) / kernels;
    fmt::print("  {:<27} {:>13} {:>9.3f} {:>8.2f} {:>8.2f} {:>9.3f} {:>9.0f} {:>10.3f} {:>7.0f}\n",
               scene.name, count, kernels * 1e3, rate * 1e-9, rate / roof, shown * 1e3, 1 / shown,
               1e-9 / opengl, opengl * static_cast<double>(count) / kernels);
}

void measure(const Device& device, const gl::Context& context) {
    const double bytes = copy_rate(device), roof = bytes / sizeof(glm::vec4);
    fmt::print("{}, OpenGL on {}, {} x {}; a copy moves {:.0f} GB/s: {:.1f} G points/s of 16 B\n",
               headline(device), context.renderer(), kWidth, kHeight, bytes * 1e-9, roof * 1e-9);
    fmt::print("  {:<27} {:>13} {:>9} {:>8} {:>8} {:>9} {:>9} {:>10} {:>7}\n", "", "points",
               "kernels", "G/s", "of roof", "shown", "frames/s", "OpenGL G/s", "ratio");
    for (const std::size_t count : counts_for(device))
        for (const Scene& scene : kScenes) try {
                measure(device, context, scene, count, roof);
            } catch (const Error& error) {
                fmt::print("  {:<27} {:>13} {}\n", scene.name, count, error.what());
            }
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const glint::gl::HeadlessContext context;
    for (const glint::Device& device : devices_of(argc, argv)) measure(device, context);
}
