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

/// Settings that define a sweep, as pairs of name and value. Names are, for example, "axis feed"
/// and "frames". A later start continues the sweep only if its definition is the same.
using SweepDefinition = std::vector<std::pair<std::string, std::string>>;

/// Returns true if the folder holds a sweep with this definition.
bool holds_sweep(const std::filesystem::path& folder, const SweepDefinition& definition);

/// Returns the folder for a sweep, such as `sweeps/NAME-0001`: the folder below `parent` that holds
/// a sweep with this definition, or else the first with an unused name.
std::filesystem::path choose_sweep_folder(const std::filesystem::path& parent,
                                          const std::string& name,
                                          const SweepDefinition& definition);

/// Throws Error(invalid_state) if the folder holds a sweep with another definition, listing the
/// differences; if its definition cannot be read; or if it has no definition but contains files
/// that no sweep wrote. Does not check the results; collect_results() does.
void require_same_sweep(const std::filesystem::path& folder, const SweepDefinition& definition);

/// Removes the files that `glint run` and the sweep write into a case's folder, and no others.
void remove_files_of_case(const std::filesystem::path& folder);

/// The folders of a sweep's cases.
class CaseFolders {
public:
    CaseFolders(std::filesystem::path path, std::size_t cases);

    const std::filesystem::path& path() const noexcept { return path_; }
    /// Returns "case-0001" for case 0. Numbers are longer if there are more than 9999 cases.
    std::string case_name(std::size_t index) const;
    std::filesystem::path case_folder(std::size_t index) const { return path_ / case_name(index); }
    /// The file with the case's result, once it has ended.
    std::filesystem::path result_file(std::size_t index) const {
        return case_folder(index) / "result.json";
    }

private:
    std::filesystem::path path_;
    std::size_t digits_;
};

/// The folder of a sweep: `sweep.json` with its definition, and a folder for each case. Locked
/// against other processes while this object lives.
class SweepFolder : public CaseFolders {
public:
    /// Creates the folder if it does not exist. Throws Error(invalid_state) if another sweep or a
    /// run is writing there, Error(io), and the errors of require_same_sweep().
    ///
    /// Waits up to 30 seconds for the processes of a sweep that was killed to exit. `check`
    /// inspects the folder before the definition is written, and throws to reject it.
    SweepFolder(const std::filesystem::path& folder, const SweepDefinition& definition,
                std::size_t cases, const std::function<void()>& check = {});
    SweepFolder(const SweepFolder&) = delete;
    SweepFolder& operator=(const SweepFolder&) = delete;
    ~SweepFolder();

    /// A file that case processes keep open. The next process to open this folder waits until it is
    /// closed.
    int descriptor_for_cases() const noexcept { return cases_; }

private:
    std::optional<FolderLock> own_;
    int cases_ = -1;
};

}  // namespace glint::studio
