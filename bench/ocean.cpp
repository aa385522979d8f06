// SPDX-License-Identifier: MIT
// Measures a frame of apps/ocean: the step and its kernels, the transforms alone, and the picture
// of 1920 x 1080 pixels. Compares the step with a copy of the bytes that it must move.
#include <complex>
#include <cstdlib>
#include <memory>

#include <apps/catalog.hpp>
#include <bench/measure.hpp>
#include <glint/algorithms/fft.hpp>
#include <glint/driver/copies.hpp>

namespace glint::bench {
namespace {

constexpr int kTurns = 15;
// Bytes per grid point of a patch. The waves read an amplitude and write four spectra, which the
// transforms read and write twice. The surface reads the spectra and the foam, and writes two
// float4. The coarser levels of slopes add 5/3 of a float4 in total.
constexpr double kBytesPerPlace = 8 + 32 + 4 * 32 + 32 + 16 + 32 + 16 * 5.0 / 3;

std::unique_ptr<studio::Simulation> ocean_on(const Device& device, int size) {
    const apps::Entry entry = apps::find_entry("ocean");
    auto options = apps::options_for(entry, device);
    options.settings = {{"size", fmt::format("{}", size)}, {"width", "1920"}, {"height", "1080"}};
    return apps::make_simulation(entry, options);
}

/// Milliseconds per run of `work`, if `repeats` runs are queued before each wait.
double milliseconds(Stream& stream, int repeats, const auto& work) {
    return 1e3 * seconds_per_run(stream, kTurns, repeats, work);
}

void print(const char* what, double time) { fmt::print("    {:<28} {:>9.4f}\n", what, time); }

void print_kernels(studio::Simulation& ocean) {
    ocean.time_next_step();
    ocean.advance(1);
    ocean.stream().synchronize();
    for (const studio::PassTime& pass : ocean.pass_times())
        print(fmt::format("  {}", pass.name).c_str(), pass.ms);
}

void measure(const Device& device, int size) {
    const auto ocean = ocean_on(device, size);
    Stream& stream = ocean->stream();
    const int repeats = device.kind() == BackendKind::cuda ? 20 : 1;
    const auto side = static_cast<std::size_t>(size);
    const double places = 3.0 * size * size;
    const auto bytes = static_cast<std::size_t>(kBytesPerPlace * places / 2);
    DeviceMemory<std::byte> from(stream, bytes), to(stream, bytes);
    Array<std::complex<float>> spectra(stream, Shape{4, side, side});
    spectra = std::complex<float>{};
    fmt::print("  3 x {}^2\n", size);
    print("step", milliseconds(stream, repeats, [&] { ocean->advance(1); }));
    print_kernels(*ocean);
    print("  transforms only", milliseconds(stream, repeats, [&] {
              for (int i = 0; i < 3; ++i)
                  ifft_in_place(spectra.view(), {.axes = {1, 2}, .norm = FftNorm::forward});
          }));
    print("  copy of the same bytes",
          milliseconds(stream, repeats, [&] { copy(stream, to, from); }));
    print("image, 1920 x 1080", milliseconds(stream, repeats, [&] { ocean->draw(); }));
    print("step and image", milliseconds(stream, repeats, [&] {
              ocean->advance(1);
              ocean->draw();
          }));
}

void measure(const Device& device) {
    fmt::print("{}, ms\n", headline(device));
    if (device.kind() == BackendKind::cpu) return measure(device, 256);
    for (const int size : {512, 1024, 2048}) measure(device, size);
}

}  // namespace
}  // namespace glint::bench

int main(int argc, char** argv) {
    using namespace glint::bench;
    setenv("GLINT_LOG", "error", 0);
    for (const glint::Device& device : devices_of(argc, argv)) measure(device);
}
