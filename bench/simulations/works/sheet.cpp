// SPDX-License-Identifier: MIT
// Compares substeps of apps/cloth with a reference. The sheet lies on the ball and on itself.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <apps/cloth/cloth.hpp>
#include <apps/cloth/layout.cuh>
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>
#include <glint/base/float_vectors.hpp>

namespace glint::bench {
namespace {

constexpr unsigned kSheetBefore = 45;  // number of steps before the first measured step
constexpr std::size_t kContacts = cloth::kContacts;

class Drape final : public SimulationWork {
public:
    Drape(const Device& device, int side)
        : side_(side),
          simulation_(simulation_of("cloth", device,
                                    {{"columns", fmt::format("{}", side)},
                                     {"rows", fmt::format("{}", side)},
                                     {"air", "0"}})),
          cloth_(dynamic_cast<apps::Cloth&>(*simulation_)),
          count_(static_cast<std::size_t>(side) * static_cast<std::size_t>(side)),
          cells_(std::bit_ceil(count_)),
          numbers_(device, 23 * count_),
          keys_(device, (kContacts + 1) * count_),
          touching_(device, count_),
          begins_(device, cells_ + 1),
          counts_(device, (cells_ + 1) * device.info().multiprocessors),
          order_(device, count_) {
        cloth_.advance(kSheetBefore);
        step_ = cloth_.now();
        step_.dt /= substeps();
        const auto places = elements_of<Float4>(cloth_, "position");
        const auto velocities = elements_of<Float3>(cloth_, "velocity");
        place_.assign(places.begin(), places.end());
        velocity_.assign(velocities.begin(), velocities.end());
    }

    void reset() override {
        std::ranges::copy(place_, elements_of<Float4>(cloth_, "position").begin());
        std::ranges::copy(velocity_, elements_of<Float3>(cloth_, "velocity").begin());
        std::memcpy(part(0), place_.data(), sizeof(Float4) * count_);
        std::memcpy(part(20), velocity_.data(), sizeof(Float3) * count_);
    }
    void run_glint() override {
        for (int k = 0; k < steps(); ++k)
            for (int i = 0; i < substeps(); ++i) {
                if (i % refresh() == 0) cloth_.find_contacts(step_);
                cloth_.move(step_);
            }
        cloth_.stream().synchronize();
    }
    void run(const SimulationLibrary& library) override {
        const float spacing = number("size") / static_cast<float>(side_ - 1);
        const auto dt = static_cast<float>(step_.dt);
        const float unit = number("density") * spacing * spacing / (dt * dt);
        const openmp::Sheet sheet{.columns = side_,
                                  .rows = side_,
                                  .substeps = substeps(),
                                  .refresh = refresh(),
                                  .dt = dt,
                                  .spacing = spacing,
                                  .thickness = number("thickness") * spacing,
                                  .reach = number("reach"),
                                  .stretch = unit / number("stretch"),
                                  .shear = unit / number("shear"),
                                  .bend = unit * spacing * spacing / number("bend"),
                                  .damping = number("damping"),
                                  .gravity = {0, -9.81f, 0},
                                  .bodies = {.self_friction = number("self_friction"),
                                             .friction = number("friction"),
                                             .ball = number("ball"),
                                             .spin = number("spin"),
                                             .ball_at = {0, 0.6f, 0},
                                             .floor = true},
                                  .position = part(0),
                                  .next = part(4),
                                  .velocity = part(20),
                                  .ahead = {part(8), part(9), part(10), part(11)},
                                  .moved = part(12),
                                  .sorted = part(16),
                                  .near = keys_.data() + count_,
                                  .key = keys_.data(),
                                  .touching = touching_.data(),
                                  .cells = static_cast<int>(cells_),
                                  .begins = begins_.data(),
                                  .counts = counts_.data(),
                                  .order = order_.data()};
        for (int i = 0; i < steps(); ++i) library.sheet(&sheet);
    }
    /// Accepts that one in a hundred vertices moves differently: rounding may add or remove a
    /// contact, which changes the other contacts of the vertex.
    std::optional<std::string> mistake() override {
        const auto wanted = elements_of<Float4>(cloth_, "position");
        const float* const got = part(0);
        const float most = 0.02f * number("size") / static_cast<float>(side_ - 1);
        std::size_t others = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const float off = std::max({std::abs(got[4 * i] - wanted[i].x),
                                        std::abs(got[4 * i + 1] - wanted[i].y),
                                        std::abs(got[4 * i + 2] - wanted[i].z)});
            if (!(off < most)) ++others;
        }
        if (100 * others <= count_) return std::nullopt;
        return fmt::format("{} of {} vertices differ", others, count_);
    }

private:
    float number(const char* name) const { return cloth_.get<float>(name); }
    int substeps() const { return cloth_.get<int>("substeps"); }
    int refresh() const { return cloth_.get<int>("refresh"); }
    /// Returns the array of component i of all vertices.
    float* part(std::size_t i) { return numbers_.data() + i * count_; }

    int side_;
    std::unique_ptr<studio::Simulation> simulation_;
    apps::Cloth& cloth_;
    std::size_t count_, cells_;
    studio::Step step_;
    DeviceMemory<float> numbers_;
    DeviceMemory<unsigned> keys_;
    DeviceMemory<unsigned char> touching_;
    DeviceMemory<int> begins_, counts_, order_;
    std::vector<Float4> place_;
    std::vector<Float3> velocity_;
};

}  // namespace

void add_sheet(std::vector<SimulationEntry>& entries) {
    entries.push_back(simulation_entry<Drape>("cloth", "192 x 192", 192));
}

}  // namespace glint::bench
