// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <glint/formats/saved_array.hpp>
#include <glint/studio/keep/files/detail/save_plan.hpp>

namespace glint::studio {

class Simulation;

/// Metadata of a structure for output files.
struct SavedStructure {
    std::string name;
    std::vector<std::size_t> lengths;  ///< x first
    double cell_size = 1;
    std::string cell_unit{};
    std::array<double, 3> origin{};
    bool y_is_down = false;
};

/// Everything needed to write the files of one save, once the elements are on the host.
struct SaveJob {
    std::string title;
    std::uint64_t step = 0;
    double time = 0;
    std::string time_unit{};
    bool is_compressed = false;
    SavePlan plan;
    std::vector<SavedArray> arrays{};            ///< one for each field of the plan
    std::vector<std::size_t> offsets{};          ///< offset of each array in the shared buffer
    std::size_t size_bytes = 0;                  ///< size of the shared buffer
    std::vector<SavedStructure> structures{};    ///< one for each file of the plan
    std::vector<std::filesystem::path> paths{};  ///< one for each file of the plan

    /// Sets the shared buffer that holds the elements of all arrays.
    void set_memory(const std::byte* memory);
};

/// Returns the job that saves a simulation's current state into files in this folder.
SaveJob make_job(Simulation& simulation, SavePlan plan, const std::filesystem::path& folder);

/// Passes the content of file `index` of the plan to `sink`.
void write_content(const SaveJob& job, std::size_t index, const ByteSink& sink);

}  // namespace glint::studio
