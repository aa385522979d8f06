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

/// A simulation that `glint run` knows by name: an annotated file, and what that cannot say.
struct Entry {
    std::string name;
    std::filesystem::path file;
    /// Parameters whose defaults are for a CPU, as a GPU has them.
    std::vector<std::pair<std::string, std::string>> on_gpu{};
    /// See studio::SimulationOptions.
    std::function<void(const studio::Declaration&, studio::Input&)> prepare{};
    /// Of a class of its own, which has host code between the file's kernels; else null.
    std::unique_ptr<studio::Simulation> (*make)(const studio::SimulationOptions&) = nullptr;
    /// Throws Error(invalid_argument), saying what would, for a simulation at step 0 whose
    /// parameters or inputs cannot work.
    std::function<void(studio::Simulation&)> require{};
    /// Parameters that are lengths in cells: with all of them, and the steps, multiplied by one
    /// number, it is the same on another grid. Empty: that cannot be said.
    std::vector<std::string> lengths{};
};

/// Those that have a folder in `apps`, and the files of the gallery by their names.
std::vector<Entry> catalog();

/// Finds the simulation `name` for a command started in `folder` (empty: the current one): a file
/// ("pond.cu"), a simulation of the catalog ("pond"), or else the file of that name in the folder
/// ("spinodal" for spinodal.cu). Returns `name`, or the path of that file.
std::string find_simulation(const std::string& name, const std::filesystem::path& folder = {});

/// The catalog's entry, or one for the user's file, as find_simulation() has it. A warning says so
/// if a name of the catalog is also that of a file in the current folder. Throws WrongOption with
/// the nearest names if the simulation is not found.
Entry find_entry(std::string_view name);

/// What makes the simulation on `device`, with its defaults there.
studio::SimulationOptions options_for(const Entry& entry, const Device& device);

/// The simulation of these options, of the entry's class.
std::unique_ptr<studio::Simulation> make_simulation(const Entry& entry,
                                                    const studio::SimulationOptions& options);

}  // namespace glint::apps
