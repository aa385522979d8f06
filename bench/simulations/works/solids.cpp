// SPDX-License-Identifier: MIT
// Compares substeps of apps/sand_snow with their OpenMP reference, after all materials have met.
#include <algorithm>
#include <array>
#include <cmath>

#include <apps/sand_snow/sand_snow.hpp>
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/base/float_vectors.hpp>

namespace glint::bench {
namespace {

constexpr unsigned kSolidsBefore = 60;  // number of steps before the first measured step

class Mixture final : public SimulationWork {
public:
    Mixture(const Device& device, int count)
        : simulation_(simulation_of("sand_snow", device, {{"count", fmt::format("{}", count)}})),
          box_(dynamic_cast<apps::SandSnow&>(*simulation_)),
          count_(static_cast<std::size_t>(count)),
          particles_(device, 2 * count_),
          nodes_(device, 8 * nodes_in_all()),
          keys_(device, count_),
          begins_(device, blocks() + 2),
          counts_(device, (blocks() + 2) * device.info().multiprocessors),
          order_(device, count_) {
        box_.advance(kSolidsBefore);
        step_ = box_.now();
        substeps_ = box_.substeps();
        position_ = copied<Float4>("position"), velocity_ = copied<Float3>("velocity");
        strain_ = copied<float>("strain"), affine_ = copied<float>("affine");
        mass_ = copied<float>("mass"), material_ = copied<unsigned char>("material");
        number_ = copied<int>("number");
    }

    void reset() override {
        assign("position", position_), assign("velocity", velocity_);
        assign("strain", strain_), assign("affine", affine_), assign("mass", mass_);
        assign("material", material_), assign("number", number_);
        const float cells = static_cast<float>(width()), time = substep();
        for (std::size_t i = 0; i < count_; ++i) {
            openmp::SolidsParticle& p = particles_.data()[i];
            p = {.place = {cells * position_[i].x, cells * position_[i].y, cells * position_[i].z},
                 .memory = position_[i].w,
                 .velocity = {cells * time * velocity_[i].x, cells * time * velocity_[i].y,
                              cells * time * velocity_[i].z},
                 .mass = mass_[i] * cells * cells * cells / 1000,
                 .slope = {},
                 .strain = {},
                 .material = material_[i],
                 .number = number_[i]};
            for (std::size_t k = 0; k < 9; ++k) p.slope[k] = time * affine_[k * count_ + i];
            for (std::size_t k = 0; k < 6; ++k) p.strain[k] = strain_[k * count_ + i];
        }
    }
    void run_glint() override {
        for (int i = 0; i < steps(); ++i) {
            box_.sort(step_);
            box_.move(step_, substeps_, step_.dt / substeps_);
        }
        box_.stream().synchronize();
    }
    void run(const SimulationLibrary& library) override {
        const float cells = static_cast<float>(width()), time = substep();
        const openmp::Solids solids{.particles = static_cast<int>(count_),
                                    .nodes = {width(), side("height"), side("depth")},
                                    .substeps = static_cast<int>(substeps_),
                                    .rate = time * cells,
                                    .pull = number("gravity") * time * time * cells,
                                    .floor_friction = number("floor_friction"),
                                    .wall_friction = number("wall_friction"),
                                    .materials = {.water_density = number("water_density"),
                                                  .water_stiffness = number("water_stiffness"),
                                                  .jelly_density = number("jelly_density"),
                                                  .jelly_stiffness = number("jelly_stiffness"),
                                                  .jelly_poisson = number("jelly_poisson"),
                                                  .snow_density = number("snow_density"),
                                                  .snow_stiffness = number("snow_stiffness"),
                                                  .snow_poisson = number("snow_poisson"),
                                                  .snow_compression = number("snow_compression"),
                                                  .snow_stretch = number("snow_stretch"),
                                                  .snow_hardening = number("snow_hardening"),
                                                  .sand_density = number("sand_density"),
                                                  .sand_stiffness = number("sand_stiffness"),
                                                  .sand_poisson = number("sand_poisson"),
                                                  .sand_friction = number("sand_friction")},
                                    .now = particles_.data(),
                                    .sorted = particles_.data() + count_,
                                    .grids = {nodes_.data(), nodes_.data() + 4 * nodes_in_all()},
                                    .key = keys_.data(),
                                    .begins = begins_.data(),
                                    .counts = counts_.data(),
                                    .order = order_.data()};
        for (int i = 0; i < steps(); ++i) strayed_ = library.solids(&solids);
    }
    std::optional<std::string> mistake() override {
        if (strayed_ > 0) return fmt::format("{} particles left their range", strayed_);
        const auto velocity = elements_of<Float3>(box_, "velocity");
        const auto number = elements_of<int>(box_, "number");
        std::vector<float> wanted(3 * count_), found(3 * count_);
        const float speed = 1 / (static_cast<float>(width()) * substep());
        for (std::size_t i = 0; i < count_; ++i) {
            const auto at = 3 * static_cast<std::size_t>(number[i]);
            wanted[at] = velocity[i].x, wanted[at + 1] = velocity[i].y,
            wanted[at + 2] = velocity[i].z;
            const openmp::SolidsParticle& p = particles_.data()[i];
            for (std::size_t k = 0; k < 3; ++k)
                found[3 * static_cast<std::size_t>(p.number) + k] = speed * p.velocity[k];
        }
        return difference_of<float>("velocities", found, wanted,
                                    {.relative = 1e-3, .absolute = 2e-3});
    }

private:
    float number(const char* name) const { return box_.get<float>(name); }
    int side(const char* name) const { return box_.get<int>(name); }
    int width() const { return side("width"); }
    float substep() const { return static_cast<float>(step_.dt / substeps_); }
    std::size_t product(int less, int by) const {
        std::size_t all = 1;
        for (const char* name : {"width", "height", "depth"})
            all *= static_cast<std::size_t>((side(name) - less) / by + (by > 1 ? 1 : 0));
        return all;
    }
    std::size_t nodes_in_all() const { return product(0, 1); }
    std::size_t blocks() const { return product(3, 4); }
    template <class T>
    std::vector<T> copied(const char* field) {
        const auto values = elements_of<T>(box_, field);
        return {values.begin(), values.end()};
    }
    template <class T>
    void assign(const char* field, const std::vector<T>& values) {
        std::ranges::copy(values, elements_of<T>(box_, field).begin());
    }

    std::unique_ptr<studio::Simulation> simulation_;
    apps::SandSnow& box_;
    std::size_t count_;
    studio::Step step_;
    unsigned substeps_ = 1;
    int strayed_ = 0;
    DeviceMemory<openmp::SolidsParticle> particles_;
    DeviceMemory<float> nodes_;
    DeviceMemory<unsigned> keys_;
    DeviceMemory<int> begins_, counts_, order_;
    std::vector<Float4> position_;
    std::vector<Float3> velocity_;
    std::vector<float> strain_, affine_, mass_;
    std::vector<unsigned char> material_;
    std::vector<int> number_;
};

}  // namespace

void add_solids(std::vector<SimulationEntry>& entries) {
    entries.push_back(simulation_entry<Mixture>("sand_snow", "40000", 40000));
}

}  // namespace glint::bench
