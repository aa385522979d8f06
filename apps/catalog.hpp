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
    /// Defaults for a GPU, for parameters whose defaults in the file suit a CPU.
    std::vector<std::pair<std::string, std::string>> on_gpu{};
    /// See studio::SimulationOptions.
    std::function<void(const studio::Declaration&, studio::Input&)> prepare{};
    /// Makes a simulation class that runs host code between the file's kernels; null if there is
    /// none.
    std::unique_ptr<studio::Simulation> (*make)(const studio::SimulationOptions&) = nullptr;
    /// Throws Error(invalid_argument) if the simulation, at step 0, cannot run with its parameters
    /// or inputs. The message suggests values that work.
    std::function<void(studio::Simulation&)> require{};
    /// Names of the parameters that are lengths in cells. Multiplying all of them and the number of
    /// steps by one factor gives the same flow on another grid. Empty if the simulation cannot be
    /// rescaled this way.
    std::vector<std::string> lengths{};
};

/// Returns all simulations with a folder in `apps`, and the gallery's files under their names.
std::vector<Entry> catalog();

/// Resolves `name` for a command started in `folder` (empty: the current one). It can be a file
/// ("pond.cu"), a simulation of the catalog ("pond"), or a file of that name in the folder
/// ("spinodal" for spinodal.cu). Returns `name` or the path of that file.
std::string find_simulation(const std::string& name, const std::filesystem::path& folder = {});

/// Returns the catalog's entry, or an entry for the user's file, resolved as in find_simulation().
/// Warns if a file in the current folder has the same name as a catalog entry. Throws WrongOption
/// with the nearest names if the simulation is not found.
Entry find_entry(std::string_view name);

/// Returns the options that create the entry's simulation on `device`, with the default parameters
/// for that device.
studio::SimulationOptions options_for(const Entry& entry, const Device& device);

/// Makes a simulation of the entry's class with these options.
std::unique_ptr<studio::Simulation> make_simulation(const Entry& entry,
                                                    const studio::SimulationOptions& options);

}  // namespace glint::apps
