// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace glint::compiler {
class WatchedFiles;
}

namespace glint::studio {

class LiveEditing;
class Simulation;

/// Inputs of a simulation whose current contents a window shows.
struct FollowedFiles {
    std::vector<std::filesystem::path> files{};  ///< files or folders; messages name the first
    /// Generates the simulation's source for the current files. Throws Error if it cannot.
    std::function<std::string()> text{};
};

/// Reads the inputs of a simulation again, and resets it, each time one of the files is written or
/// replaced, shortly after the last change. Rewrites the simulation's source file if its source has
/// to change. Logs errors; the view then stays unchanged.
class FileFollower {
public:
    /// Both must outlive it. Writes to the simulation's file.
    FileFollower(Simulation& simulation, LiveEditing& editing, FollowedFiles followed);
    ~FileFollower();
    FileFollower(const FileFollower&) = delete;
    FileFollower& operator=(const FileFollower&) = delete;

    /// Call in each frame; `is_new` is true if another version of the file was just adopted.
    /// Returns true if the simulation was reset.
    bool update(bool is_new);

private:
    bool take();
    bool reset();

    Simulation& simulation_;
    LiveEditing& editing_;
    FollowedFiles followed_;
    std::unique_ptr<compiler::WatchedFiles> watched_;
    std::optional<std::chrono::steady_clock::time_point> changed_;  ///< an unhandled change
    std::string wanted_;  ///< source for the files when last handled
};

}  // namespace glint::studio
