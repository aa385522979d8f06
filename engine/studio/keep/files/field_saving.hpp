// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/keep/files/detail/field_files.hpp>
#include <glint/studio/run/detail/schedule.hpp>

namespace glint::studio {

class Viewer;

/// Which fields a run saves, and when.
struct SaveRequest {
    std::vector<std::string> fields{};  ///< "level", "Pond.level", or `show` functions
    FileFormat format = FileFormat::npy;
    bool is_compressed = false;
    std::optional<std::uint64_t> every{};  ///< number of steps between saves, at least 1
    /// Times in the unit of dt. For each time, the fields are saved at the first step at or after
    /// that time. If neither `at` nor `every` is set, the fields are saved at the end of the run.
    std::vector<double> at{};
};

/// Returns the first step at or after `time` if a step takes `dt`. If `time` differs from a
/// multiple of dt only by a rounding error, returns the step of that multiple. Throws
/// Error(invalid_argument) for times below 0 or beyond 2^53 steps.
std::uint64_t step_at(double time, double dt);

/// Throws the errors of check_saves() for FieldFilesOptions, and those of step_at().
void check_saves(const Declaration& declaration, const SaveRequest& request, double dt);

/// Saves the requested fields of a run. In a window, a button also saves the fields in view. If a
/// file cannot be written, a window continues, and a headless run throws the error.
class FieldSaving {
public:
    /// Adds the saves to the schedule. All arguments must outlive this object.
    FieldSaving(Simulation& simulation, const SaveRequest& request,
                const std::filesystem::path& folder, bool is_headless, Schedule& schedule);

    /// Call in each frame, before its steps. The first call creates the folder, and saves the
    /// fields that are due at the first step. A resumed run also saves them, because an earlier
    /// save at this step may not have reached the disk. Throws the errors of FieldFiles and, in a
    /// headless run, of FieldFiles::check().
    void begin_frame();
    /// Waits until all saves so far are written. The run can continue afterwards. In a headless
    /// run, throws the errors of FieldFiles::check().
    void settle();
    /// Draws the button that saves the fields that `viewer` shows.
    void draw_widgets(const Viewer& viewer);
    /// Saves the fields that are due at the end, and waits until everything is on disk. Prints the
    /// names of the files written, or appends them to `written`. Returns the exit status: 0 if
    /// everything was written, and 1 if a window could not write something. A headless run throws
    /// an error instead.
    int finish(std::vector<std::filesystem::path>* written = nullptr);

private:
    FieldFiles& files();
    bool save();
    bool is_due() const;
    void save_shown(const Viewer& viewer);
    void report_unreached() const;
    template <class Action>
    void guarded(const Action& action);

    Simulation& simulation_;
    SaveRequest request_;
    std::filesystem::path folder_;
    bool is_headless_;
    std::optional<std::uint64_t> first_step_{};  ///< first step of the run, once it has begun
    bool has_failed_ = false;
    std::unique_ptr<FieldFiles> files_;  ///< constructed on first use
};

}  // namespace glint::studio
