// SPDX-License-Identifier: MIT
// Compares apps/nbody with its OpenMP reference.
#include <cmath>

#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/base/float_vectors.hpp>

namespace glint::bench {
namespace {

/// Vectors stored as one array per component.
class Axes {
public:
    Axes(const Device& device, std::size_t count) : numbers_(device, 3 * count), count_(count) {}

    void assign(std::span<const Float3> vectors) {
        for (std::size_t i = 0; i < count_; ++i) {
            numbers_.data()[i] = vectors[i].x;
            numbers_.data()[count_ + i] = vectors[i].y;
            numbers_.data()[2 * count_ + i] = vectors[i].z;
        }
    }
    openmp::Axes parts() {
        return {numbers_.data(), numbers_.data() + count_, numbers_.data() + 2 * count_};
    }
    /// Returns x, y and z of the first vector, then of the second, and so on, as assign() takes
    /// them.
    std::vector<float> interleaved() const {
        std::vector<float> all(3 * count_);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = numbers_.data()[i % 3 * count_ + i / 3];
        return all;
    }

private:
    DeviceMemory<float> numbers_;
    std::size_t count_;
};

class Gravity final : public SimulationWork {
public:
    Gravity(const Device& device, int bodies)
        : bodies_(bodies),
          simulation_(simulation_of("nbody", device,
                                    {{"count", fmt::format("{}", bodies)}, {"energy_every", "0"}})),
          place_(device, static_cast<std::size_t>(bodies)),
          velocity_(device, static_cast<std::size_t>(bodies)),
          acceleration_(device, static_cast<std::size_t>(bodies)) {}

    void reset() override {
        simulation_->reset();
        place_.assign(elements_of<Float3>(*simulation_, "position"));
        velocity_.assign(elements_of<Float3>(*simulation_, "velocity"));
        acceleration_.assign(elements_of<Float3>(*simulation_, "acceleration"));
    }
    void run_glint() override { advance(*simulation_, steps()); }
    void run(const SimulationLibrary& library) override {
        const auto softening = simulation_->get<float>("softening");
        const openmp::Gravity gravity{.bodies = bodies_,
                                      .dt = static_cast<float>(simulation_->now().dt),
                                      .gravity = simulation_->get<float>("gravity"),
                                      .softening2 = softening * softening,
                                      .place = place_.parts(),
                                      .velocity = velocity_.parts(),
                                      .acceleration = acceleration_.parts(),
                                      .mass = elements_of<float>(*simulation_, "mass").data()};
        for (int i = 0; i < steps(); ++i) library.leapfrog(&gravity);
    }
    std::optional<std::string> mistake() override {
        const auto velocity = elements_of<Float3>(*simulation_, "velocity");
        const std::vector<float> got = velocity_.interleaved();
        return difference_of<float>("velocity", got, {&velocity.front().x, 3 * velocity.size()},
                                    {.relative = 1e-4, .absolute = 1e-5});
    }

private:
    int bodies_;
    std::unique_ptr<studio::Simulation> simulation_;
    Axes place_, velocity_, acceleration_;
};

}  // namespace

void add_gravity(std::vector<SimulationEntry>& entries) {
    entries.push_back(simulation_entry<Gravity>("nbody", "8192", 8192));
}

}  // namespace glint::bench
