// SPDX-License-Identifier: MIT
// Compares a step of apps/flock with its OpenMP reference, after the swarms have met.
#include <array>
#include <cmath>

#include <apps/flock/flock.hpp>
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/base/float_vectors.hpp>

namespace glint::bench {
namespace {

constexpr unsigned kBirdsBefore = 60;  // number of steps before the first measured step

class Flying final : public SimulationWork {
public:
    Flying(const Device& device, int count)
        : simulation_(simulation_of("flock", device,
                                    {{"count", fmt::format("{}", count)}, {"predators", "0"}})),
          flock_(dynamic_cast<apps::Flock&>(*simulation_)),
          count_(static_cast<std::size_t>(count)),
          numbers_(device, 13 * count_),
          keys_(device, 2 * count_),
          begins_(device, cells_in_all() + 2),
          counts_(device, (cells_in_all() + 2) * device.info().multiprocessors),
          order_(device, count_) {
        flock_.advance(kBirdsBefore);
        step_ = flock_.now();
        const auto places = elements_of<Float4>(flock_, "position");
        const auto velocities = elements_of<Float4>(flock_, "velocity");
        place_.assign(places.begin(), places.end());
        velocity_.assign(velocities.begin(), velocities.end());
    }

    void reset() override {
        std::ranges::copy(place_, elements_of<Float4>(flock_, "position").begin());
        std::ranges::copy(velocity_, elements_of<Float4>(flock_, "velocity").begin());
        const openmp::Boids now = part(0);
        for (std::size_t i = 0; i < count_; ++i) {
            now.x[i] = place_[i].x, now.y[i] = place_[i].y, now.z[i] = place_[i].z;
            now.u[i] = velocity_[i].x, now.v[i] = velocity_[i].y, now.w[i] = velocity_[i].z;
        }
    }
    void run_glint() override {
        for (int i = 0; i < steps(); ++i) flock_.sort(), flock_.move(step_);
        flock_.stream().synchronize();
    }
    void run(const SimulationLibrary& library) override {
        const auto [nx, ny, nz] = cells();
        const auto number = [&](const char* name) { return flock_.get<float>(name); };
        const openmp::Birds birds{.count = static_cast<int>(count_),
                                  .box = {side("width"), side("height"), side("depth")},
                                  .cells = {nx, ny, nz},
                                  .sight = number("sight"),
                                  .apart = number("apart"),
                                  .most = flock_.get<int>("most"),
                                  .separate = number("separate"),
                                  .align = number("align"),
                                  .together = number("together"),
                                  .speed = number("speed"),
                                  .pace = number("pace"),
                                  .agility = number("agility"),
                                  .noise = number("noise"),
                                  .home = number("home"),
                                  .roost = number("roost"),
                                  .margin = number("margin"),
                                  .avoid = number("avoid"),
                                  .dt = static_cast<float>(step_.dt),
                                  .step = static_cast<unsigned>(step_.number),
                                  .seed = flock_.seed(),
                                  .distance = elements_of<float>(flock_, "distance").data(),
                                  .now = part(0),
                                  .sorted = part(1),
                                  .seen = numbers_.data() + 12 * count_,
                                  .begins = begins_.data(),
                                  .counts = counts_.data(),
                                  .order = order_.data()};
        for (int i = 0; i < steps(); ++i) library.birds(&birds);
    }
    /// Accepts that one in a thousand boids takes a different path: rounding decides whether a boid
    /// sees another boid at the limit of its sight.
    std::optional<std::string> mistake() override {
        const auto wanted = elements_of<Float4>(flock_, "velocity");
        const openmp::Boids got = part(0);
        std::size_t others = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const Float4 off{got.u[i] - wanted[i].x, got.v[i] - wanted[i].y, got.w[i] - wanted[i].z,
                             numbers_.data()[12 * count_ + i] - wanted[i].w};
            const float most = std::max(
                {std::abs(off.x), std::abs(off.y), std::abs(off.z), 0.01f * std::abs(off.w)});
            if (!(most < 2e-3f)) ++others;
        }
        if (1000 * others <= count_) return std::nullopt;
        return fmt::format("{} of {} boids differ", others, count_);
    }

private:
    int side(const char* name) const { return flock_.get<int>(name); }
    std::array<int, 3> cells() const {
        const double sight = flock_.sight();
        const auto along = [&](const char* name) {
            return static_cast<int>(std::ceil(side(name) / sight));
        };
        return {along("width"), along("height"), along("depth")};
    }
    std::size_t cells_in_all() const {
        const auto [nx, ny, nz] = cells();
        return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny) *
               static_cast<std::size_t>(nz);
    }
    /// Returns the arrays of the current boids (`which` = 0) or of the boids sorted by cell (1).
    openmp::Boids part(std::size_t which) {
        const auto at = [&](std::size_t i) { return numbers_.data() + (6 * which + i) * count_; };
        return {.x = at(0),
                .y = at(1),
                .z = at(2),
                .u = at(3),
                .v = at(4),
                .w = at(5),
                .key = keys_.data() + which * count_};
    }

    std::unique_ptr<studio::Simulation> simulation_;
    apps::Flock& flock_;
    std::size_t count_;
    studio::Step step_;
    DeviceMemory<float> numbers_;
    DeviceMemory<unsigned> keys_;
    DeviceMemory<int> begins_, counts_, order_;
    std::vector<Float4> place_, velocity_;
};

}  // namespace

void add_birds(std::vector<SimulationEntry>& entries) {
    entries.push_back(simulation_entry<Flying>("flock", "40000", 40000));
}

}  // namespace glint::bench
