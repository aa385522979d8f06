// SPDX-License-Identifier: MIT
// Compares apps/plume with its OpenMP references: advection, and a V-cycle for the pressure.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <apps/plume/plume3d.hpp>
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/algorithms/poisson.hpp>

namespace glint::bench {
namespace {

/// A simulation of apps/plume whose steps only advect.
template <class Plume>
class Carrying final : public Plume {
public:
    using Plume::Plume;

protected:
    void step(const studio::Step& now) override { Plume::carry(now); }
};

std::unique_ptr<studio::Simulation> make_carrying(const studio::SimulationOptions& options,
                                                  bool is_space) {
    if (is_space) return std::make_unique<Carrying<apps::Plume3d>>(options);
    return std::make_unique<Carrying<apps::Plume>>(options);
}

struct SmokeSize {
    int width, height, depth;

    bool is_space() const { return depth > 1; }
    std::size_t cells() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
               static_cast<std::size_t>(depth);
    }
    /// Settings without sources and obstacles, so that a step only advects.
    Settings settings() const {
        Settings settings{{"width", std::to_string(width)},
                          {"height", std::to_string(height)},
                          {"source", "0"},
                          {is_space() ? "ball" : "disc", "0"}};
        if (is_space()) settings.emplace_back("depth", std::to_string(depth));
        return settings;
    }
};

/// Compares advection. Each run starts from the same eddies, because without the pressure the flow
/// would not stay divergence-free.
class Carry final : public SimulationWork {
public:
    Carry(const Device& device, const char* name, SmokeSize size)
        : is_space_(size.is_space()),
          simulation_(make_carrying(simulation_options(name, device, size.settings()), is_space_)),
          names_(size.is_space() ? std::vector<const char*>{"smoke", "heat", "across", "up", "deep"}
                                 : std::vector<const char*>{"smoke", "heat", "across", "down"}) {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            fields_.push_back(eddies(size, i));
            now_.emplace_back(device, size.cells());
            next_.emplace_back(device, size.cells());
            ahead_of_.emplace_back(device, is_space_ ? 1 : size.cells());
        }
        ways_ = DeviceMemory<float>(device, is_space_ ? 6 * size.cells() : 1);
        ahead_ = DeviceMemory<float>(device, is_space_ ? 5 * size.cells() : 1);
        const float dt = 0.01f;
        smoke_ = {.width = size.width,
                  .height = size.height,
                  .depth = size.depth,
                  .dt = dt,
                  .fade = std::exp(-simulation_->get<float>("fade") * dt),
                  .cooling = std::exp(-simulation_->get<float>("cooling") * dt)};
    }

    void reset() override { restore(); }
    void restore() override {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const auto field = elements_of<float>(*simulation_, names_[i]);
            std::memcpy(field.data(), fields_[i].data(), field.size_bytes());
            std::memcpy(now_[i].data(), fields_[i].data(), field.size_bytes());
        }
    }
    void run_glint() override { advance(*simulation_, 1); }
    void run(const SimulationLibrary& library) override {
        std::array<const float*, 5> from{};
        std::array<float*, 5> to{}, ahead{};
        for (std::size_t i = 0; i < names_.size(); ++i)
            from[i] = now_[i].data(), to[i] = next_[i].data(), ahead[i] = ahead_of_[i].data();
        if (is_space_)
            library.carry_space(&smoke_, from.data(), ways_.data(), ahead_.data(), to.data());
        else
            library.carry_plane(&smoke_, from.data(), ahead.data(), to.data());
    }
    std::optional<std::string> mistake() override {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (auto found = difference_of<float>(names_[i], {next_[i].data(), next_[i].size()},
                                                  elements_of<float>(*simulation_, names_[i]),
                                                  {.absolute = 2e-4}))
                return found;
        return std::nullopt;
    }

private:
    /// Values from -1 to 1: two waves along the height, and one along each other side. 1 m/s is 5.1
    /// cells per step in 2D and 1.3 cells per step in 3D.
    static std::vector<float> eddies(const SmokeSize& size, std::size_t field) {
        std::vector<float> values;
        values.reserve(size.cells());
        const double turn = 2 * std::numbers::pi, shift = 1.7 * static_cast<double>(field);
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x)
                    values.push_back(static_cast<float>(std::sin(turn * x / size.width + shift) *
                                                        std::cos(2 * turn * y / size.height) *
                                                        std::cos(turn * z / size.depth + shift)));
        return values;
    }

    bool is_space_;
    std::unique_ptr<studio::Simulation> simulation_;
    std::vector<const char*> names_;
    std::vector<std::vector<float>> fields_;
    std::vector<DeviceMemory<float>> now_, next_, ahead_of_;
    DeviceMemory<float> ways_, ahead_;
    openmp::Smoke smoke_{};
};

class Cycle final : public SimulationWork {
public:
    Cycle(const Device& device, Shape shape)
        : stream_(device), poisson_(stream_, shape), f_(stream_, shape), p_(stream_, shape) {
        for (std::size_t i = 0; i < shape.size(); ++i)
            right_.push_back(0.01f * static_cast<float>(i * 7919 % 101) - 0.5f);
        f_.assign(right_);
        const auto side = static_cast<int>(shape[0]);
        const bool is_space = shape.rank() == 3;
        for (int n = side; n >= 8; n /= 2) {
            const auto cells = static_cast<std::size_t>(n) * static_cast<std::size_t>(n) *
                               static_cast<std::size_t>(is_space ? n : 1);
            memory_.emplace_back(device, 2 * cells);
            levels_.push_back({.width = n,
                               .height = n,
                               .depth = is_space ? n : 1,
                               .p = memory_.back().data(),
                               .f = memory_.back().data() + cells});
        }
        // The coarsest grid gets twice as many sweeps as it has cells along a side, as in glint.
        cycle_ = {.levels = static_cast<int>(levels_.size()),
                  .relaxation = 1.15f,
                  .last_sweeps = 16,
                  .last_relaxation = static_cast<float>(2 / (1 + std::sin(std::numbers::pi / 8)))};
        std::memcpy(levels_[0].f, right_.data(), right_.size() * sizeof(float));
        set_steps(3);
    }

    void reset() override {
        p_.view() = 0.0f;
        stream_.synchronize();
        std::memset(levels_[0].p, 0, right_.size() * sizeof(float));
    }
    void run_glint() override {
        poisson_.cycle(std::as_const(f_).view(), p_.view(), static_cast<std::size_t>(steps()));
        stream_.synchronize();
    }
    void run(const SimulationLibrary& library) override {
        for (int i = 0; i < steps(); ++i) library.cycle(&cycle_, levels_.data());
    }
    std::optional<std::string> mistake() override {
        const std::vector<float> wanted = p_.view().to_vector();
        const float most = *std::ranges::max_element(wanted);
        return difference_of<float>("pressure", {levels_[0].p, wanted.size()}, wanted,
                                    {.absolute = 1e-4 * most});
    }

private:
    Stream stream_;
    Poisson<float> poisson_;
    Array<float> f_, p_;
    std::vector<float> right_;
    std::vector<DeviceMemory<float>> memory_;
    std::vector<openmp::Level> levels_;
    openmp::Cycle cycle_{};
};

}  // namespace

void add_smoke(std::vector<SimulationEntry>& entries) {
    entries.push_back(
        simulation_entry<Carry>("plume, transport", "512 x 512", "plume", SmokeSize{512, 512, 1}));
    entries.push_back(simulation_entry<Carry>("plume3d, transport", "128 x 128 x 96", "plume3d",
                                              SmokeSize{128, 128, 96}));
    entries.push_back(simulation_entry<Cycle>("V-cycle", "1024 x 1024", Shape{1024, 1024}));
    entries.push_back(simulation_entry<Cycle>("V-cycle", "128 x 128 x 128", Shape{128, 128, 128}));
}

}  // namespace glint::bench
