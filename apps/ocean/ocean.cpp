// SPDX-License-Identifier: MIT
#include <apps/ocean/ocean.hpp>

#include <array>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include <glint/algorithms/fft.hpp>
#include <glint/base/error.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

constexpr std::size_t kPatches = 3, kSpectra = 4;

[[noreturn]] void refuse_sea(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "run the ocean simulation", reason);
}

LaunchShape layers(std::size_t side) {
    LaunchShape shape = threads_2d(side, side);
    shape.grid.z = kPatches;
    return shape;
}

}  // namespace

Ocean::Ocean(const studio::SimulationOptions& options) : Simulation(options) { show_time(0, 0); }

void Ocean::reset() {
    Simulation::reset();
    known_ = {};
    show_time(0, 0);
}

void Ocean::step(const studio::Step& now) {
    show_time(static_cast<double>(now.number + 1) * now.dt, now.dt);
    ++known_.step;
}

Ocean::Known Ocean::known() {
    Known known{.code = &code(), .step = now().number, .events = events().all().size()};
    for (const ParameterSet& set : parameters())
        if (set.struct_name() == "Waves")
            known.parameters.assign(set.bytes().begin(), set.bytes().end());
    return known;
}

void Ocean::show_time(double seconds, double passed) {
    if (Known fresh = known(); fresh != known_) {
        set_amplitudes_(now());
        known_ = std::move(fresh);
    }
    for (std::size_t patch = 0; patch < kPatches; ++patch) make_surface(patch, seconds, passed);
    make_coarse();
}

void Ocean::make_surface(std::size_t patch, double seconds, double passed) {
    const auto size = get<std::size_t>("size");
    const Shape shape{kSpectra, size, size};
    if (spectra_.shape() != shape) spectra_ = Array<std::complex<float>>(stream(), shape);
    const auto number = static_cast<int>(patch);
    move_waves_(now(), {{"patch", number}, {"seconds", seconds}, {"spectra", spectra_}},
                threads_2d(size, size));
    ifft_in_place(spectra_.view(), {.axes = {1, 2}, .norm = FftNorm::forward});
    join_(
        now(),
        {{"patch", number}, {"seconds_passed", static_cast<float>(passed)}, {"surfaces", spectra_}},
        threads_2d(size, size));
}

void Ocean::make_coarse() {
    const auto slope = field<Float4>("slope"), coarse = field<Float4>("coarse");
    const auto size = get<int>("size");
    const int all = size * size, stride = (all - 1) / 3;
    int from_start = 0, to_start = 0;
    for (int side = size / 2; side > 0; side /= 2) {
        const bool is_first = side == size / 2;
        halve_(now(),
               {{"side", side},
                {"from_start", from_start},
                {"from_stride", is_first ? all : stride},
                {"to_start", to_start},
                {"to_stride", stride},
                {"from", is_first ? slope : coarse},
                {"to", coarse}},
               layers(static_cast<std::size_t>(side)));
        from_start = to_start;
        to_start += side * side;
    }
}

void require_patches(studio::Simulation& ocean) {
    const auto size = ocean.get<unsigned>("size");
    if (!std::has_single_bit(size))
        refuse_sea(fmt::format("the size {} is not a power of 2. Use --set size={}", size,
                               std::bit_ceil(size)));
    const auto patches = ocean.get<std::array<float, 3>>("patches");
    for (std::size_t i = 1; i < patches.size(); ++i)
        if (patches[i] > 0.5f * patches[i - 1])
            refuse_sea(fmt::format(
                "patches of {:g} m and {:g} m have waves in common. Each patch must be at most "
                "half as long as the previous patch. Use --set patches=1000,150,20",
                patches[i - 1], patches[i]));
}

}  // namespace glint::apps
