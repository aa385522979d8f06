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

/// Input files of a simulation. A window always shows their current contents.
struct FollowedFiles {
    std::vector<std::filesystem::path> files{};  ///< files or folders; error messages use the first
    /// Generates the simulation's source for the current files. Throws Error on failure.
    std::function<std::string()> text{};
};

/// Watches the files. Shortly after the last change, reads the inputs of the simulation again, and
/// resets the simulation. If the source of the simulation has to change, rewrites its source file.
/// Logs errors; the view then stays unchanged.
class FileFollower {
public:
    /// `simulation` and `editing` must outlive this object, which writes to the simulation's file.
    FileFollower(Simulation& simulation, LiveEditing& editing, FollowedFiles followed);
    ~FileFollower();
    FileFollower(const FileFollower&) = delete;
    FileFollower& operator=(const FileFollower&) = delete;

    /// Call in each frame; `is_new` is true if another version of the simulation's file was just
    /// adopted. Returns true if the simulation was reset.
    bool update(bool is_new);

private:
    bool take();
    bool reset();

    Simulation& simulation_;
    LiveEditing& editing_;
    FollowedFiles followed_;
    std::unique_ptr<compiler::WatchedFiles> watched_;
    std::optional<std::chrono::steady_clock::time_point> changed_;  ///< last change, until handled
    std::string wanted_;  ///< source that was generated for the last change
};

}  // namespace glint::studio
