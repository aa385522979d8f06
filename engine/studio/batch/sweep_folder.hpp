// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glint/base/path_lock.hpp>

namespace glint::studio {

/// All that makes a sweep what it is, by name: "axis feed", "frames" ... A second start has to have
/// the same to go on with the first.
using SweepDefinition = std::vector<std::pair<std::string, std::string>>;

/// Whether the folder holds a sweep of this definition.
bool holds_sweep(const std::filesystem::path& folder, const SweepDefinition& definition);

/// `sweeps/NAME-0001`, say: of those below `parent` the one that holds a sweep of this definition,
/// else the next that is not there yet.
std::filesystem::path choose_sweep_folder(const std::filesystem::path& parent,
                                          const std::string& name,
                                          const SweepDefinition& definition);

/// Throws Error(invalid_state) if the folder holds a sweep of another definition, and tells what
/// differs; if its definition cannot be read; and if it has none and files that no command of a
/// sweep wrote. Whether the results are of this sweep, they say themselves: see collect_results().
void require_same_sweep(const std::filesystem::path& folder, const SweepDefinition& definition);

/// Removes the files that `glint run` and the sweep write into the folder of a case, and no other.
void remove_files_of_case(const std::filesystem::path& folder);

/// Where the cases of a sweep are.
class CaseFolders {
public:
    CaseFolders(std::filesystem::path path, std::size_t cases);

    const std::filesystem::path& path() const noexcept { return path_; }
    /// "case-0001" of case 0; longer numbers where there are more than 9999.
    std::string case_name(std::size_t index) const;
    std::filesystem::path case_folder(std::size_t index) const { return path_ / case_name(index); }
    /// How the case ended, once it has.
    std::filesystem::path result_file(std::size_t index) const {
        return case_folder(index) / "result.json";
    }

private:
    std::filesystem::path path_;
    std::size_t digits_;
};

/// The folder of a sweep: `sweep.json` with its definition, and a folder for each case. While it
/// lives no other process has it.
class SweepFolder : public CaseFolders {
public:
    /// Makes the folder if there is none. Throws Error(invalid_state) if another sweep or a run is
    /// writing there, what require_same_sweep() does, and Error(io).
    ///
    /// Waits up to half a minute for the processes of a sweep that was killed to be gone.
    /// `check` looks at the folder before the definition is written, and throws what refuses it.
    SweepFolder(const std::filesystem::path& folder, const SweepDefinition& definition,
                std::size_t cases, const std::function<void()>& check = {});
    SweepFolder(const SweepFolder&) = delete;
    SweepFolder& operator=(const SweepFolder&) = delete;
    ~SweepFolder();

    /// A file that processes of cases keep open: who opens this folder next waits for that.
    int descriptor_for_cases() const noexcept { return cases_; }

private:
    std::optional<FolderLock> own_;
    int cases_ = -1;
};

}  // namespace glint::studio
