// SPDX-License-Identifier: MIT
// Compares apps/waves in 2D and 3D with the OpenMP reference.
#include <bench/simulations/simulations.hpp>
#include <bench/simulations/work.hpp>

namespace glint::bench {
namespace {

struct WavesSize {
    int width, height, depth;

    std::size_t cells() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
               static_cast<std::size_t>(depth);
    }
};

class Waves final : public SimulationWork {
public:
    Waves(const Device& device, const char* name, WavesSize size)
        : size_(size),
          simulation_(simulation_of(name, device, settings(size))),
          level_(device, size.cells()),
          before_(device, size.cells()) {
        set_steps(steps_for(size.cells()));
    }

    void reset() override {
        const auto level = elements_of<float>(*simulation_, "level");
        const auto before = elements_of<float>(*simulation_, "before");
        for (std::size_t i = 0; i < level.size(); ++i)
            level[i] = before[i] = level_.data()[i] = before_.data()[i] =
                0.01f * static_cast<float>(i * 7919 % 101);
    }
    void run_glint() override { advance(*simulation_, steps()); }
    void run(const SimulationLibrary& library) override {
        const auto medium = elements_of<float>(*simulation_, "medium");
        const openmp::Waves waves{.width = size_.width,
                                  .height = size_.height,
                                  .depth = size_.depth,
                                  .courant = 0.5f,
                                  .border = simulation_->get<float>("border"),
                                  .force = {0, 0}};
        for (int i = 0; i < steps(); ++i)
            library.waves(&waves, medium.data(), level_.data(), before_.data());
    }
    std::optional<std::string> mistake() override {
        return difference_of<float>("level", {level_.data(), level_.size()},
                                    elements_of<float>(*simulation_, "level"), {.absolute = 1e-4});
    }

private:
    static Settings settings(const WavesSize& size) {
        Settings settings{{"width", fmt::format("{}", size.width)},
                          {"height", fmt::format("{}", size.height)},
                          // Sources exert no force, as in the reference.
                          {"amplitude", "0"}};
        if (size.depth > 1) settings.emplace_back("depth", fmt::format("{}", size.depth));
        return settings;
    }

    WavesSize size_;
    std::unique_ptr<studio::Simulation> simulation_;
    DeviceMemory<float> level_, before_;
};

}  // namespace

void add_waves(std::vector<SimulationEntry>& entries) {
    entries.push_back(
        simulation_entry<Waves>("waves", "2048 x 2048", "waves", WavesSize{2048, 2048, 1}));
    entries.push_back(
        simulation_entry<Waves>("waves3d", "192 x 160 x 128", "waves3d", WavesSize{192, 160, 128}));
}

}  // namespace glint::bench
