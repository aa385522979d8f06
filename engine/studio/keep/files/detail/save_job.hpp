// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <glint/base/formats/saved_array.hpp>
#include <glint/studio/keep/files/save_plan.hpp>

namespace glint::studio {

class Simulation;

/// A structure as files describe it.
struct SavedStructure {
    std::string name;
    std::vector<std::size_t> lengths;  ///< x first
    double cell_size = 1;
    std::string cell_unit{};
    std::array<double, 3> origin{};
    bool y_is_down = false;
};

/// All that it takes to write the files of one save, once the elements are on the host.
struct SaveJob {
    std::string title;
    std::uint64_t step = 0;
    double time = 0;
    std::string time_unit{};
    bool is_compressed = false;
    SavePlan plan;
    std::vector<SavedArray> arrays{};            ///< of each field of the plan
    std::vector<std::size_t> offsets{};          ///< where each begins in the memory for all
    std::size_t size_bytes = 0;                  ///< of that memory
    std::vector<SavedStructure> structures{};    ///< of each file of the plan
    std::vector<std::filesystem::path> paths{};  ///< of each file of the plan

    /// Says where the elements are.
    void set_memory(const std::byte* memory);
};

/// The job of saving a simulation as it is now, into files of this folder.
SaveJob make_job(Simulation& simulation, SavePlan plan, const std::filesystem::path& folder);

/// Writes file `index` of the plan.
void write_content(const SaveJob& job, std::size_t index, const ByteSink& sink);

}  // namespace glint::studio
