// SPDX-License-Identifier: MIT
// Measures the time to draw a volume, as a cloud and as a surface, with and without skipping of
// empty bricks, compared with reading the volume once.
#include "measure.hpp"

#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/views/detail/volume_view.hpp>

namespace glint::bench {
namespace {

constexpr int kRepeats = 15;

struct Size {
    std::size_t cells;  // number of cells along each axis
    int width, height;  // size of the picture
};

struct Scene {
    const char* name;
    bool is_haze;
    studio::View view;
    studio::VolumeOptions options;
    float yaw_rad = 0.6f;
};

constexpr auto kCloud = studio::View::volume, kSurface = studio::View::surface;
constexpr Scene kScenes[]{
    {"cloud", false, kCloud, {.opacity_begin = 0.2f}},
    {"cloud along x", false, kCloud, {.opacity_begin = 0.2f}, 1.5708f},
    {"cloud, all values", false, kCloud, {}},
    {"thin cloud, all values", false, kCloud, {.density = 0.2f}},
    {"haze, whole box", true, kCloud, {.density = 0.2f}},
    {"haze, along x", true, kCloud, {.density = 0.2f}, 1.5708f},
    {"surface", false, kSurface, {.level = 0.5f}},
    {"surface along x", false, kSurface, {.level = 0.5f}, 1.5708f},
    {"surface of haze", true, kSurface, {.level = 0.999f}},
};

class Drawn {
public:
    Drawn(const Device& device, const Size& size, bool is_haze)
        : size_(size),
          stream_(device),
          program_(device, resource("bench/volume.cu")),
          values_(stream_, size.cells * size.cells * size.cells),
          canvas_(std::make_shared<studio::ViewKernels>(stream_), std::nullopt,
                  interop::Sharing::automatic, size.width, size.height) {
        const auto side = static_cast<int>(size.cells);
        LaunchShape shape = threads_2d(size.cells, size.cells);
        shape.grid.z = static_cast<unsigned>(side);
        program_.kernel("fill_volume")
            .launch(stream_, shape, {side, side, side, is_haze ? 1 : 0, values_});
    }

    /// Returns the seconds per picture. With `leaves_out`, the view skips empty bricks. With
    /// `changes`, the view must expect new values in each picture.
    double seconds(const Scene& scene, bool leaves_out, bool changes) {
        const studio::Volume volume{
            .values = {values_.data(), sizeof(float)},
            .type = {.name = "float", .size_bytes = 4, .alignment = 4, .parts = {{}}},
            .extents = {size_.cells, size_.cells, size_.cells},
            .cell_size = 1.0f / static_cast<float>(size_.cells),
            .version = changes ? std::nullopt : std::optional(studio::DataVersion{})};
        view::OrbitCamera camera({.yaw_rad = scene.yaw_rad});
        camera.fit({.min = glm::vec3(0), .max = glm::vec3(1)},
                   static_cast<float>(size_.width) / static_cast<float>(size_.height));
        camera.zoom(4);  // makes the box as high as the picture
        canvas_.begin(studio::Background::space);
        const double time = device_seconds(stream_, kRepeats, [&] {
            canvas_.clear(studio::Background::space);
            view_.draw(canvas_, volume, camera,
                       {.view = scene.view, .options = scene.options, .leaves_out = leaves_out});
        });
        canvas_.end();
        return time;
    }

    /// Returns a lower bound of the device time: the time to read the values once, and to read and
    /// write the picture once, at the speed of a copy.
    double bound_seconds() {
        DeviceMemory<float> copy_of(stream_, values_.size());
        const double copied =
            device_seconds(stream_, kRepeats, [&] { copy(stream_, copy_of, values_); });
        const double pixels = static_cast<double>(size_.width) * size_.height;
        const double bytes = 4.0 * static_cast<double>(values_.size());
        return copied * (bytes + 8 * pixels) / (2 * bytes);
    }

private:
    Size size_;
    Stream stream_;
    Program program_;
    DeviceMemory<float> values_;
    studio::Canvas canvas_;
    studio::VolumeView view_;
};

void measure(const Device& device) {
    const bool is_gpu = device.kind() == BackendKind::cuda;
    const Size size = is_gpu ? Size{512, 1920, 1080} : Size{128, 640, 360};
    fmt::print("{}, {} x {} x {} floats at {} x {}\n  {:<24} {:>9} {:>10} {:>12} {:>12} {:>10}\n",
               headline(device), size.cells, size.cells, size.cells, size.width, size.height, "",
               "ms", "frames/s", "changing, ms", "no bricks, ms", "bound, ms");
    for (const bool is_haze : {false, true}) {
        Drawn drawn(device, size, is_haze);
        const double bound = drawn.bound_seconds();
        for (const Scene& scene : kScenes) {
            if (scene.is_haze != is_haze) continue;
            const double time = drawn.seconds(scene, true, false);
            fmt::print("  {:<24} {:>9.3f} {:>10.0f} {:>12.3f} {:>12.3f} {:>10.3f}\n", scene.name,
                       time * 1e3, 1 / time, drawn.seconds(scene, true, true) * 1e3,
                       drawn.seconds(scene, false, false) * 1e3, bound * 1e3);
        }
    }
}

}  // namespace
}  // namespace glint::bench

int main() {
    for (const glint::Device& device : glint::bench::open_all()) glint::bench::measure(device);
}
