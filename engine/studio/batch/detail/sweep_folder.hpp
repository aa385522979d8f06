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

/// Settings that define a sweep, as pairs of name and value. Examples of names are "axis feed" and
/// "frames". A sweep that is started again continues only if its definition is unchanged.
using SweepDefinition = std::vector<std::pair<std::string, std::string>>;

/// Returns true if the folder holds a sweep with this definition.
bool holds_sweep(const std::filesystem::path& folder, const SweepDefinition& definition);

/// Returns the folder for a sweep: the first of `PARENT/NAME-0001`, `PARENT/NAME-0002` ... that
/// does not exist, or that holds a sweep with this definition.
std::filesystem::path choose_sweep_folder(const std::filesystem::path& parent,
                                          const std::string& name,
                                          const SweepDefinition& definition);

/// Throws Error(invalid_state) if the folder holds a sweep with another definition; the error lists
/// the differences. Also throws it if the definition cannot be read, or if the folder contains
/// files that no sweep wrote and does not contain a definition. Does not check the results;
/// collect_results() checks them.
void require_same_sweep(const std::filesystem::path& folder, const SweepDefinition& definition);

/// Removes the files that `glint run` and the sweep write into the folder of a case, and no other
/// files.
void remove_files_of_case(const std::filesystem::path& folder);

/// The folders of a sweep's cases.
class CaseFolders {
public:
    CaseFolders(std::filesystem::path path, std::size_t cases);

    const std::filesystem::path& path() const noexcept { return path_; }
    /// Returns "case-0001" for case 0. With more than 9999 cases, all numbers have more digits.
    std::string case_name(std::size_t index) const;
    std::filesystem::path case_folder(std::size_t index) const { return path_ / case_name(index); }
    /// Returns the path of the case's result. The file is written when the case ends.
    std::filesystem::path result_file(std::size_t index) const {
        return case_folder(index) / "result.json";
    }

private:
    std::filesystem::path path_;
    std::size_t digits_;
};

/// The folder of a sweep: `sweep.json` with the sweep's definition, and a folder for each case. The
/// folder is locked against other processes while this object lives.
class SweepFolder : public CaseFolders {
public:
    /// Creates the folder if it does not exist. Throws Error(invalid_state) if another sweep or a
    /// run is writing to the folder. Also throws Error(io) and the errors of require_same_sweep().
    ///
    /// If case processes of a killed sweep still run in this folder, waits until they have exited;
    /// after 30 seconds, throws Error(invalid_state). Calls `check` before it writes the
    /// definition. `check` can inspect the folder, and can throw an error to reject the folder.
    SweepFolder(const std::filesystem::path& folder, const SweepDefinition& definition,
                std::size_t cases, const std::function<void()>& check = {});
    SweepFolder(const SweepFolder&) = delete;
    SweepFolder& operator=(const SweepFolder&) = delete;
    ~SweepFolder();

    /// Returns a file that every case process has open until it exits. A process that opens this
    /// folder later waits until all case processes have closed the file.
    int descriptor_for_cases() const noexcept { return cases_; }

private:
    std::optional<FolderLock> own_;
    int cases_ = -1;
};

}  // namespace glint::studio
