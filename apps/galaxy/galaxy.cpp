// SPDX-License-Identifier: MIT
#include <apps/galaxy/galaxy.hpp>

#include <apps/galaxy/layout.cuh>
#include <glint/base/ceil_div.hpp>
#include <glint/studio/run/field.hpp>

namespace glint::apps {
namespace {

constexpr unsigned kWarps = galaxy::kWarps, kWarpSize = 32;

}  // namespace

Galaxy::Galaxy(const studio::SimulationOptions& options) : Simulation(options), tree_(stream()) {
    build();
    attract();
}

void Galaxy::reset() {
    Simulation::reset();
    build();
    attract();
}

void Galaxy::step(const studio::Step& now) {
    if (now.number == 0) {  // the user may have set positions since the reset
        build();
        attract();
    }
    set_off_(now);
    build();
    attract();
    arrive_(now);
}

void Galaxy::build() {
    tree_.set_options(
        {.leaf = get<unsigned>("leaf"), .group = kWarpSize, .reach = get<float>("reach")});
    tree_.build(field<PointMass>("position"));
}

void Galaxy::attract() {
    const auto groups = static_cast<int>(tree_.group_count());
    const auto nodes = static_cast<int>(tree_.nodes().size());
    if (groups > 0) {
        const unsigned warps = is_on_cpu() ? 1 : kWarps;
        const unsigned threads = is_on_cpu() ? 1 : kWarps * kWarpSize;
        const auto blocks =
            static_cast<unsigned>(ceil_div(static_cast<std::size_t>(groups), warps));
        (is_on_cpu() ? attract_alone_ : attract_)(
            now(),
            {{"group_count", groups},
             {"groups", tree_.groups()},
             {"order", tree_.order()},
             {"sorted", tree_.points()},
             {"nodes", tree_.nodes()},
             {"moments", tree_.moments()}},
            LaunchShape{.grid = {blocks, 1, 1}, .block = {threads, 1, 1}});
    }
    settle_(now(), {{"keys", tree_.keys()},
                    {"order", tree_.order()},
                    {"sorted", tree_.points()},
                    {"node_count", nodes},
                    {"moments", tree_.moments()}});
}

}  // namespace glint::apps
