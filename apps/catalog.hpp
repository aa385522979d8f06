// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/studio/run/simulation.hpp>

namespace glint::apps {

/// A simulation that `glint run` knows by name: its annotated file, and settings that the file
/// cannot express.
struct Entry {
    std::string name;
    std::filesystem::path file;
    /// Parameters whose default on a GPU differs from the default in the file, each with its
    /// default on a GPU.
    std::vector<std::pair<std::string, std::string>> on_gpu{};
    /// Becomes studio::SimulationOptions::prepare of the simulation.
    std::function<void(const studio::Declaration&, studio::Input&)> prepare{};
    /// Creates a simulation whose class runs host code between the file's kernels. Null if a plain
    /// studio::Simulation runs the file.
    std::unique_ptr<studio::Simulation> (*make)(const studio::SimulationOptions&) = nullptr;
    /// Throws Error(invalid_argument) if the simulation, at step 0, cannot run with its parameters
    /// or inputs. The message suggests values that work.
    std::function<void(studio::Simulation&)> require{};
    /// Names of the parameters that are lengths in cells. Multiplying all of them and the number of
    /// steps by one factor gives the same flow on another grid. Empty if the simulation cannot be
    /// rescaled this way.
    std::vector<std::string> lengths{};
};

/// Returns the entries of all simulations in `apps`. Gallery entries have the names of their files.
std::vector<Entry> catalog();

/// Resolves `name` for a command started in `folder` (empty: the current folder). `name` can be a
/// file ("pond.cu"), a simulation of the catalog ("pond"), or the stem of a file in the folder
/// ("spinodal" for spinodal.cu). Returns the path of that file in the third case, else `name`.
std::string find_simulation(const std::string& name, const std::filesystem::path& folder = {});

/// Returns the entry of `name`, which is resolved as in find_simulation(): the catalog's entry, or
/// a new entry for the user's file. Warns if a catalog entry hides a file of the same name in the
/// current folder. Throws WrongOption with the nearest names if the simulation is not found.
Entry find_entry(std::string_view name);

/// Returns the options that create the entry's simulation on `device`, with the default parameters
/// for that device.
studio::SimulationOptions options_for(const Entry& entry, const Device& device);

/// Creates the entry's simulation with the given options.
std::unique_ptr<studio::Simulation> make_simulation(const Entry& entry,
                                                    const studio::SimulationOptions& options);

}  // namespace glint::apps
