// SPDX-License-Identifier: MIT
// Compares apps/ocean with its OpenMP references: the surface at a given time, with Fourier
// transforms by FFTW on both sides, and the picture.
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include <apps/ocean/ocean.hpp>
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/algorithms/detail/fftw_api.hpp>

namespace glint::bench {
namespace {

constexpr std::size_t kTogether = 16, kBetween = 8;  // kColumns and kBetween of openmp/sea.cpp

template <int kCount>
struct Numbers {
    float of[kCount];
};

detail::FftProblem transforms(std::size_t length, std::size_t distance) {
    const auto step = static_cast<std::ptrdiff_t>(distance);
    detail::FftProblem problem{.kind = detail::FftKind::inverse};
    problem.axes.append({length, 1, 1});
    problem.batches.append({kTogether, step, step});
    return problem;
}

/// Transforms in place. The plan was created for null addresses, which have the same alignment as
/// the arrays here.
void transform(const void* plan, float* first) {
    static_cast<const detail::FftwTransform*>(plan)->execute(first, first);
}

/// A sea simulated by glint, and the reference's arrays for that sea.
class SeaWork : public SimulationWork {
protected:
    SeaWork(const Device& device, Settings settings)
        : ocean_(simulation_options("ocean", device, std::move(settings))),
          size_(ocean_.get<std::size_t>("size")),
          rows_(transforms(size_, size_), nullptr, nullptr, 1),
          apart_(transforms(size_, size_ + kBetween), nullptr, nullptr, 1) {
        const auto patches = ocean_.get<std::array<float, 3>>("patches");
        sea_ = {.size = static_cast<int>(size_),
                .lengths = {patches[0], patches[1], patches[2]},
                .depth = ocean_.get<float>("depth"),
                .choppiness = ocean_.get<float>("choppiness"),
                .breaking = ocean_.get<float>("breaking"),
                .foam_life = ocean_.get<float>("foam_life"),
                .amplitude = numbers_of<2>("amplitude").data(),
                .spectra = nullptr,
                .moved = nullptr,
                .slope = nullptr,
                .coarse = nullptr,
                .rows = &rows_,
                .apart = &apart_,
                .transform = transform};
    }

    /// Returns the components of a field's elements as one flat array.
    template <int kCount>
    std::span<float> numbers_of(std::string_view field) {
        const auto all = elements_of<Numbers<kCount>>(ocean_, field);
        return {all.data()->of, kCount * all.size()};
    }

    apps::Ocean ocean_;
    std::size_t size_;
    openmp::Sea sea_{};

private:
    detail::FftwTransform rows_, apart_;
};

class Surface final : public SeaWork {
public:
    Surface(const Device& device, int size)
        : SeaWork(device, {{"size", std::to_string(size)}}),
          spectra_(device, 8 * size_ * size_),
          moved_(device, numbers_of<4>("moved").size()),
          slope_(device, numbers_of<4>("slope").size()),
          coarse_(device, numbers_of<4>("coarse").size()) {
        sea_.spectra = spectra_.data();
        sea_.moved = moved_.data(), sea_.slope = slope_.data(), sea_.coarse = coarse_.data();
    }

    void reset() override {
        std::memset(slope_.data(), 0, slope_.size() * sizeof(float));
        std::memset(numbers_of<4>("slope").data(), 0, slope_.size() * sizeof(float));
    }
    void run_glint() override {
        ocean_.show_time(kSeconds, kPassed);
        ocean_.stream().synchronize();
    }
    void run(const SimulationLibrary& library) override {
        library.sea(&sea_, kSeconds, static_cast<float>(kPassed));
    }
    std::optional<std::string> mistake() override {
        for (const auto& [name, got] : {std::pair("moved", &moved_), std::pair("slope", &slope_),
                                        std::pair("coarse", &coarse_)}) {
            const std::size_t count =
                name == std::string_view("coarse") ? 4 * (size_ * size_ - 1) : got->size();
            if (auto found = difference_of<float>(name, {got->data(), count},
                                                  numbers_of<4>(name).first(count),
                                                  {.relative = 1e-3, .absolute = 2e-3}))
                return found;
        }
        return std::nullopt;
    }

private:
    static constexpr double kSeconds = 7.25, kPassed = 0.025;

    DeviceMemory<float> spectra_, moved_, slope_, coarse_;
};

/// Compares the picture. The reference draws the surface that glint has simulated.
class Picture final : public SeaWork {
public:
    Picture(const Device& device, int size, int width, int height)
        : SeaWork(device, {{"size", std::to_string(size)},
                           {"width", std::to_string(width)},
                           {"height", std::to_string(height)}}),
          pixels_(device, 4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
        sea_.moved = numbers_of<4>("moved").data();
        sea_.slope = numbers_of<4>("slope").data();
        sea_.coarse = numbers_of<4>("coarse").data();
        const auto number = [&](const char* name) { return ocean_.get<float>(name); };
        const float degree = std::numbers::pi_v<float> / 180;
        // Computes the variances of height and slope by the formulas of spectrum.cuh.
        const float wind = number("wind"), metres = 1000 * number("fetch"), gravity = 9.81f;
        const float phillips = 0.076f * std::pow(wind * wind / (metres * gravity), 0.22f);
        const float frequency = 22 * std::cbrt(gravity * gravity / (wind * metres));
        const float scale = gravity / (frequency * frequency);
        const float variance =
            0.2f * phillips * scale * scale / (1 - 0.287f * std::log(number("peak"))) +
            number("swell") * number("swell") / 16;
        const float finest = std::numbers::pi_v<float> * static_cast<float>(size) / sea_.lengths[2];
        picture_ = {.width = width,
                    .height = height,
                    .heading = degree * number("heading"),
                    .tilt = degree * number("tilt"),
                    .view = degree * number("view"),
                    .eye = number("eye"),
                    .sun_height = degree * number("sun_height"),
                    .sun_direction = degree * number("sun_direction"),
                    .haze = number("haze"),
                    .clouds = number("clouds"),
                    .exposure = number("exposure"),
                    .deviation = std::sqrt(variance),
                    .tail = 0.5f * phillips * std::log(std::max(370.0f / finest, 1.0f))};
        advance(ocean_, 40);  // until foam has appeared
    }

    void reset() override { std::memset(pixels_.data(), 0, pixels_.size()); }
    void run_glint() override {
        ocean_.draw();
        ocean_.stream().synchronize();
    }
    void run(const SimulationLibrary& library) override {
        library.sea_picture(&sea_, &picture_, pixels_.data());
    }
    /// Allows for rays that graze a crest: rounding decides whether these rays hit or miss.
    std::optional<std::string> mistake() override {
        const auto* wanted =
            reinterpret_cast<const unsigned char*>(elements_of<unsigned>(ocean_, "picture").data());
        std::size_t different = 0;
        for (std::size_t i = 0; i < pixels_.size(); ++i)
            if (std::abs(pixels_.data()[i] - wanted[i]) > 3) ++different;
        if (different <= pixels_.size() / 100) return std::nullopt;
        return fmt::format("{} of {} bytes differ", different, pixels_.size());
    }

private:
    DeviceMemory<unsigned char> pixels_;
    openmp::SeaPicture picture_{};
};

}  // namespace

void add_ocean(std::vector<SimulationEntry>& entries) {
    entries.push_back(simulation_entry<Surface>("ocean, surface", "3 x 256 x 256", 256));
    entries.push_back(simulation_entry<Surface>("ocean, surface", "3 x 1024 x 1024", 1024));
    entries.push_back(simulation_entry<Picture>("ocean, picture", "960 x 540", 256, 960, 540));
}

}  // namespace glint::bench
