// SPDX-License-Identifier: MIT
// Compares a right-hand side of apps/dam with its OpenMP reference, while the water flows.
#include <array>
#include <cmath>

#include <apps/dam/dam.hpp>
#include <apps/dam/layout.cuh>
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/base/float_vectors.hpp>

namespace glint::bench {
namespace {

constexpr int kWaterBefore = 40;  // number of right-hand sides before the first measured one

int cells_along(int length) {
    return static_cast<int>(std::ceil((length + 2 * dam::kLayers) / dam::kExactRadius));
}

/// Memory for all particles: twelve arrays of numbers and one array of keys.
class Particles {
public:
    Particles(const Device& device, std::size_t count)
        : numbers_(device, 12 * count), keys_(device, count), count_(count) {}

    openmp::WaterParticles parts() {
        const auto at = [&](std::size_t i) { return numbers_.data() + i * count_; };
        return {.x = at(0),
                .y = at(1),
                .z = at(2),
                .volume = at(3),
                .u = at(4),
                .v = at(5),
                .w = at(6),
                .compression = at(7),
                .rates = {at(8), at(9), at(10), at(11)},
                .key = keys_.data()};
    }

private:
    DeviceMemory<float> numbers_;
    DeviceMemory<unsigned> keys_;
    std::size_t count_;
};

class Water final : public SimulationWork {
public:
    Water(const Device& device, std::array<int, 3> tank)
        : tank_(tank),
          cells_{cells_along(tank[0]), cells_along(tank[1]), cells_along(tank[2])},
          simulation_(simulation_of("dam", device, settings(tank))),
          dam_(dynamic_cast<apps::Dam&>(*simulation_)),
          count_(dam_.get<std::size_t>("particles")),
          now_(device, count_),
          sorted_(device, count_),
          begins_(device, keys() + 1),
          counts_(device, (keys() + 1) * device.info().multiprocessors),
          order_(device, count_) {
        step_ = dam_.now();
        step_.dt = 0.005 / dam_.substeps(0.005);
        for (int i = 0; i < kWaterBefore; ++i) dam_.sort(step_), dam_.move(step_);
        const auto copied = [&](const char* field) {
            const auto values = elements_of<Float4>(dam_, field);
            return std::vector<Float4>(values.begin(), values.end());
        };
        place_ = copied("place"), flow_ = copied("flow"), rate_ = copied("rate");
        const auto cells = elements_of<unsigned>(dam_, "cell");
        cell_.assign(cells.begin(), cells.end());
    }

    void reset() override {
        std::ranges::copy(place_, elements_of<Float4>(dam_, "place").begin());
        std::ranges::copy(flow_, elements_of<Float4>(dam_, "flow").begin());
        std::ranges::copy(rate_, elements_of<Float4>(dam_, "rate").begin());
        std::ranges::copy(cell_, elements_of<unsigned>(dam_, "cell").begin());
        const openmp::WaterParticles now = now_.parts();
        for (std::size_t i = 0; i < count_; ++i) {
            const int number = static_cast<int>(cell_[i] / 2), row = number / cells_[0];
            now.x[i] = static_cast<float>(number - row * cells_[0]) + place_[i].x;
            now.y[i] = static_cast<float>(row % cells_[1]) + place_[i].y;
            now.z[i] = static_cast<float>(row / cells_[1]) + place_[i].z;
            now.volume[i] = place_[i].w;
            now.u[i] = flow_[i].x, now.v[i] = flow_[i].y, now.w[i] = flow_[i].z;
            now.compression[i] = flow_[i].w;
            now.rates[0][i] = rate_[i].x, now.rates[1][i] = rate_[i].y;
            now.rates[2][i] = rate_[i].z, now.rates[3][i] = rate_[i].w;
            now.key[i] = cell_[i];
        }
    }
    void run_glint() override {
        for (int i = 0; i < steps(); ++i) dam_.sort(step_), dam_.move(step_);
        dam_.stream().synchronize();
    }
    void run(const SimulationLibrary& library) override {
        const openmp::Water water{.particles = static_cast<int>(count_),
                                  .cells = {cells_[0], cells_[1], cells_[2]},
                                  .tank = {tank_[0], tank_[1], tank_[2]},
                                  .solid = elements_of<unsigned char>(dam_, "solid").data(),
                                  .dt = static_cast<float>(step_.dt),
                                  .spacing = dam_.get<float>("spacing"),
                                  .sound = dam_.get<float>("sound"),
                                  .viscosity = dam_.get<float>("viscosity"),
                                  .damping = dam_.get<float>("damping"),
                                  .diffusion = dam_.get<float>("diffusion"),
                                  .shift = dam_.get<float>("shift"),
                                  .gravity = {0, -9.81f, 0},
                                  .now = now_.parts(),
                                  .sorted = sorted_.parts(),
                                  .begins = begins_.data(),
                                  .counts = counts_.data(),
                                  .order = order_.data()};
        for (int i = 0; i < steps(); ++i) library.water(&water);
    }
    std::optional<std::string> mistake() override {
        const auto flow = elements_of<Float4>(dam_, "flow");
        const openmp::WaterParticles got = now_.parts();
        std::vector<float> wanted, found;
        for (std::size_t i = 0; i < count_; ++i) {
            wanted.insert(wanted.end(), {flow[i].x, flow[i].y, flow[i].z, 1e2f * flow[i].w});
            found.insert(found.end(), {got.u[i], got.v[i], got.w[i], 1e2f * got.compression[i]});
        }
        return difference_of<float>("velocities and compressions", found, wanted,
                                    {.relative = 1e-3, .absolute = 1e-3});
    }

private:
    static Settings settings(const std::array<int, 3>& tank) {
        return {{"spacing", fmt::format("{}", 1.0 / tank[1])},
                {"width", fmt::format("{}", tank[0])},
                {"height", fmt::format("{}", tank[1])},
                {"depth", fmt::format("{}", tank[2])},
                {"water_at", "0,0,0"},
                {"water", "1,0.66,1"},
                {"box", "0,0,0"},
                {"sound", "36"}};
    }
    std::size_t keys() const {
        return 2 * static_cast<std::size_t>(cells_[0]) * static_cast<std::size_t>(cells_[1]) *
               static_cast<std::size_t>(cells_[2]);
    }

    std::array<int, 3> tank_, cells_;
    std::unique_ptr<studio::Simulation> simulation_;
    apps::Dam& dam_;
    std::size_t count_;
    studio::Step step_;
    Particles now_, sorted_;
    DeviceMemory<int> begins_, counts_, order_;
    std::vector<Float4> place_, flow_, rate_;
    std::vector<unsigned> cell_;
};

}  // namespace

void add_water(std::vector<SimulationEntry>& entries) {
    entries.push_back(
        simulation_entry<Water>("dam", "64 x 32 x 32", std::array<int, 3>{64, 32, 32}));
}

}  // namespace glint::bench
