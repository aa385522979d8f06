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

/// Inputs of a simulation that a window shows as they are now.
struct FollowedFiles {
    std::vector<std::filesystem::path> files{};  ///< or folders; messages name the first
    /// The simulation's text for what the files are now. Throws Error for what it cannot show.
    std::function<std::string()> text{};
};

/// Reads the inputs of a simulation again, and resets it, each time that one of the files has been
/// written or replaced, a moment after the last change. A file for which the simulation's own has
/// to have another text gets that. What cannot be read is said in the log, and what is shown stays.
class FileFollower {
public:
    /// Both have to outlive it. The simulation's file is written to.
    FileFollower(Simulation& simulation, LiveEditing& editing, FollowedFiles followed);
    ~FileFollower();
    FileFollower(const FileFollower&) = delete;
    FileFollower& operator=(const FileFollower&) = delete;

    /// To be called in each frame, after another version of the file was adopted if `is_new`.
    /// Whether there was a reset.
    bool update(bool is_new);

private:
    bool take();
    bool reset();

    Simulation& simulation_;
    LiveEditing& editing_;
    FollowedFiles followed_;
    std::unique_ptr<compiler::WatchedFiles> watched_;
    std::optional<std::chrono::steady_clock::time_point> changed_;  ///< last, not yet taken
    std::string wanted_;  ///< the simulation's text for the files as they were taken last
};

}  // namespace glint::studio
