// SPDX-License-Identifier: MIT
// Compares apps/gallery/gray_scott.cu with its OpenMP references: single and five fused steps.
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>

namespace glint::bench {
namespace {

constexpr int kAtOnce = 5;

class Reaction final : public SimulationWork {
public:
    Reaction(const Device& device, int side, bool at_once) : at_once_(at_once) {
        auto options =
            simulation_options("gray_scott", device,
                               {{"width", std::to_string(side)}, {"height", std::to_string(side)}});
        options.steps_at_once = at_once;
        simulation_ = std::make_unique<studio::Simulation>(options);
        u_ = TwoPlaces<float>(device, elements_of<float>(*simulation_, "u"));
        v_ = TwoPlaces<float>(device, elements_of<float>(*simulation_, "v"));
        reaction_ = {.width = side,
                     .height = side,
                     .dt = static_cast<float>(simulation_->now().dt),
                     .feed = simulation_->get<float>("feed"),
                     .kill = simulation_->get<float>("kill"),
                     .diffusion_u = simulation_->get<float>("diffusion_u"),
                     .diffusion_v = simulation_->get<float>("diffusion_v")};
        set_steps(2 * kAtOnce);
    }

    void reset() override {
        simulation_->reset();
        u_.assign(elements_of<float>(*simulation_, "u"));
        v_.assign(elements_of<float>(*simulation_, "v"));
    }
    void run_glint() override { advance(*simulation_, steps()); }
    void run(const SimulationLibrary& library) override {
        const auto step = at_once_ ? library.react_5 : library.react;
        for (int i = 0; i < steps(); i += at_once_ ? kAtOnce : 1) {
            step(&reaction_, u_.now(), v_.now(), u_.next(), v_.next());
            u_.swap();
            v_.swap();
        }
    }
    std::optional<std::string> mistake() override {
        return difference_of<float>("v", v_.values(), elements_of<float>(*simulation_, "v"),
                                    {.absolute = 1e-5});
    }

private:
    bool at_once_;
    std::unique_ptr<studio::Simulation> simulation_;
    TwoPlaces<float> u_, v_;
    openmp::Reaction reaction_{};
};

}  // namespace

void add_reaction(std::vector<SimulationEntry>& entries) {
    entries.push_back(simulation_entry<Reaction>("gray_scott", "2048 x 2048", 2048, false));
    entries.push_back(
        simulation_entry<Reaction>("gray_scott, 5 at once", "2048 x 2048", 2048, true));
}

}  // namespace glint::bench
