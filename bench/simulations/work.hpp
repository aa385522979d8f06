// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <bench/openmp/libraries.hpp>
#include <bench/openmp/waves.hpp>
#include <bench/simulations/openmp/birds.hpp>
#include <bench/simulations/openmp/gravity.hpp>
#include <bench/simulations/openmp/multigrid.hpp>
#include <bench/simulations/openmp/reaction.hpp>
#include <bench/simulations/openmp/sea.hpp>
#include <bench/simulations/openmp/sheet.hpp>
#include <bench/simulations/openmp/smoke.hpp>
#include <bench/simulations/openmp/solids.hpp>
#include <bench/simulations/openmp/tree.hpp>
#include <bench/simulations/openmp/tunnels.hpp>
#include <bench/simulations/openmp/water.hpp>
#include <glint/driver/device.hpp>

namespace glint::bench {

/// The reference functions of all simulations, from one library.
struct SimulationLibrary {
    std::string compiler;  ///< compiler and special flags, such as "g++ 12.2.0 -ffast-math"
    bool has_fast_math() const { return compiler.ends_with("-ffast-math"); }

    decltype(&openmp::openmp_waves) waves = nullptr;
    decltype(&openmp::openmp_tunnel_plane) tunnel_plane = nullptr;
    decltype(&openmp::openmp_tunnel_space) tunnel_space = nullptr;
    decltype(&openmp::openmp_tunnel_halves) tunnel_halves = nullptr;
    decltype(&openmp::openmp_carry_plane) carry_plane = nullptr;
    decltype(&openmp::openmp_carry_space) carry_space = nullptr;
    decltype(&openmp::openmp_cycle) cycle = nullptr;
    decltype(&openmp::openmp_sea) sea = nullptr;
    decltype(&openmp::openmp_sea_picture) sea_picture = nullptr;
    decltype(&openmp::openmp_react) react = nullptr;
    decltype(&openmp::openmp_react_5) react_5 = nullptr;
    decltype(&openmp::openmp_leapfrog) leapfrog = nullptr;
    decltype(&openmp::openmp_water) water = nullptr;
    decltype(&openmp::openmp_birds) birds = nullptr;
    decltype(&openmp::openmp_solids) solids = nullptr;
    decltype(&openmp::openmp_sheet) sheet = nullptr;
    decltype(&openmp::openmp_tree) tree = nullptr;
};

/// A simulation, or a part of a simulation, to measure. glint and the references run the same steps
/// on separate arrays.
class SimulationWork {
public:
    SimulationWork() = default;
    virtual ~SimulationWork() = default;
    SimulationWork(const SimulationWork&) = delete;
    SimulationWork& operator=(const SimulationWork&) = delete;

    /// Resets the state of glint and the state of the references to the start.
    virtual void reset() = 0;
    /// Called before each timed run. Restores state on which the amount of work depends.
    virtual void restore() {}
    /// Runs `steps()` steps by glint, and waits until they are done.
    virtual void run_glint() = 0;
    virtual void run(const SimulationLibrary& library) = 0;
    /// Describes how the two states differ beyond rounding after reset() and one run of each side.
    /// Returns nullopt if the states agree.
    virtual std::optional<std::string> mistake() = 0;

    /// Number of steps per run, which should take a few milliseconds.
    int steps() const noexcept { return steps_; }
    void set_steps(int steps) noexcept { steps_ = steps; }

private:
    int steps_ = 1;
};

struct SimulationEntry {
    std::string name;
    std::string size;  ///< such as "2304 x 960"
    std::function<std::unique_ptr<SimulationWork>(const Device&)> make;
};

/// Returns all entries, in the order of the table. Creating the work of an entry allocates memory.
std::vector<SimulationEntry> simulation_catalog();

// Each function adds a section to the catalog. It is defined in the file that contains the
// workloads.
void add_waves(std::vector<SimulationEntry>& entries);
void add_tunnels(std::vector<SimulationEntry>& entries);
void add_smoke(std::vector<SimulationEntry>& entries);
void add_ocean(std::vector<SimulationEntry>& entries);
void add_reaction(std::vector<SimulationEntry>& entries);
void add_gravity(std::vector<SimulationEntry>& entries);
void add_tree(std::vector<SimulationEntry>& entries);
void add_water(std::vector<SimulationEntry>& entries);
void add_birds(std::vector<SimulationEntry>& entries);
void add_solids(std::vector<SimulationEntry>& entries);
void add_sheet(std::vector<SimulationEntry>& entries);

/// Returns an entry whose work is a `W`, constructed from the device and `arguments`.
template <class W, class... Arguments>
SimulationEntry simulation_entry(std::string name, std::string size, Arguments... arguments) {
    return {.name = std::move(name),
            .size = std::move(size),
            .make = [=](const Device& device) -> std::unique_ptr<SimulationWork> {
                return std::make_unique<W>(device, arguments...);
            }};
}

}  // namespace glint::bench
