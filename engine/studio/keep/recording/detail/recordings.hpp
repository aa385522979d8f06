// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <glint/app/app.hpp>
#include <glint/base/path_lock.hpp>
#include <glint/studio/keep/recording/detail/recorder.hpp>

namespace glint::studio {

/// The recordings of a run, one at a time. A recording may be requested at the start of the run,
/// and the user can start recordings in the window.
class Recordings {
public:
    /// `app` must outlive this object. `fps`, one of kRecordingRates, is the rate of recordings
    /// that toggle() starts.
    explicit Recordings(app::App& app, unsigned fps = RecordingOptions().fps)
        : app_(app), fps_(fps) {}
    Recordings(const Recordings&) = delete;
    Recordings& operator=(const Recordings&) = delete;
    /// Completes the current file.
    ~Recordings();

    /// Starts a recording. Throws the errors of check_recording(). Throws Error(invalid_state) if a
    /// recording is in progress, or if another process is recording into the same file or folder.
    void start(const RecordingOptions& options);
    /// Starts a recording in the run's folder, or ends the current recording. Logs errors.
    void toggle();
    bool is_on() const noexcept { return recorder_ != nullptr; }
    /// True if the current recording has failed and cannot continue.
    bool has_failed() const { return recorder_ && recorder_->has_failed(); }

    /// Completes the file. At the end of the run, prints the written pictures on stdout. Missing
    /// pictures, and the time that the run waited for the file, are printed on stderr. Before the
    /// end of the run, logs all of this instead. Returns false if pictures are missing.
    bool stop(bool is_end_of_run);

    /// Returns a text such as "recording 12.3 s, x.mp4"; empty if no recording is in progress.
    std::string status() const;
    /// Draws the record button with Dear ImGui.
    void draw_widgets();

private:
    void say(const RecordingResult& result, app::Seconds waited, bool is_end_of_run) const;
    void report_remaining() noexcept;
    RecordingOptions next_in_folder() const;

    app::App& app_;
    unsigned fps_;
    RecordingOptions options_;
    std::unique_ptr<Recorder> recorder_;
    std::optional<PathLock> lock_;  ///< locks the file or folder being recorded
};

}  // namespace glint::studio
