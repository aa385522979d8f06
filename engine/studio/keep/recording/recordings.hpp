// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <glint/app/app.hpp>
#include <glint/base/path_lock.hpp>
#include <glint/studio/keep/recording/recorder.hpp>

namespace glint::studio {

/// The recordings of a run, one at a time: that which was asked for at its start, and those that a
/// person starts at the window.
class Recordings {
public:
    /// `app` has to outlive it. `fps`, one of kRecordingRates, is for those that toggle() starts.
    explicit Recordings(app::App& app, unsigned fps = RecordingOptions().fps)
        : app_(app), fps_(fps) {}
    Recordings(const Recordings&) = delete;
    Recordings& operator=(const Recordings&) = delete;
    /// Completes the file with what it has.
    ~Recordings();

    /// Throws as check_recording() does, and Error(invalid_state) if there is a recording, or if
    /// another process is recording into the same file or folder.
    void start(const RecordingOptions& options);
    /// Starts one in the run's folder, or ends the one that goes on. Says what goes wrong in the
    /// log.
    void toggle();
    bool is_on() const noexcept { return recorder_ != nullptr; }
    /// Whether the one that goes on cannot go on.
    bool has_failed() const { return recorder_ && recorder_->has_failed(); }

    /// Completes the file, and says on stdout, or in the log of a window that goes on, what was
    /// written; on stderr how long the run waited for it, and what is missing. False if something
    /// is.
    bool stop(bool is_end_of_run);

    /// "recording 12.3 s, x.mp4"; empty if there is none.
    std::string status() const;
    /// The button, drawn with Dear ImGui.
    void draw_widgets();

private:
    void say(const RecordingResult& result, app::Seconds waited, bool is_end_of_run) const;
    void say_what_is_left() noexcept;
    RecordingOptions next_in_folder() const;

    app::App& app_;
    unsigned fps_;
    RecordingOptions options_;
    std::unique_ptr<Recorder> recorder_;
    std::optional<PathLock> lock_;  ///< of the file or folder that is being recorded
};

}  // namespace glint::studio
