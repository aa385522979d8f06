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
    /// Times in the unit of dt. The fields are saved at the first step at or after each of them.
    /// Without times and `every`, the fields are saved at the end of the run.
    std::vector<double> at{};
};

/// Returns the first step at or after `time`, with steps of `dt`. A time within rounding of a
/// multiple of dt is treated as that multiple. Throws Error(invalid_argument) for times below 0 or
/// beyond 2^53 steps.
std::uint64_t step_at(double time, double dt);

/// Throws the errors of check_saves() for FieldFilesOptions, and those of step_at().
void check_saves(const Declaration& declaration, const SaveRequest& request, double dt);

/// Saves the requested fields of a run, and in a window the current view when its button is
/// pressed. A window continues when a file cannot be written.
class FieldSaving {
public:
    /// Adds the saves to the schedule. All arguments must outlive this object.
    FieldSaving(Simulation& simulation, const SaveRequest& request,
                const std::filesystem::path& folder, bool is_headless, Schedule& schedule);

    /// Call in each frame, before its steps. The first call creates the folder, and saves the
    /// fields that are due at the first step. A resumed run repeats that save, because it may not
    /// have reached the disk before. Throws the errors of FieldFiles and, in a headless run, of
    /// FieldFiles::check().
    void begin_frame();
    /// Waits until everything saved so far is written; the run can continue afterwards. In a
    /// headless run, throws the errors of FieldFiles::check().
    void settle();
    /// Draws the button that saves the fields that `viewer` shows.
    void draw_widgets(const Viewer& viewer);
    /// Saves the fields that are due at the end, waits until everything is on disk, and prints the
    /// files written, or stores them in `written`. Returns the exit status: 0, or 1 for a window if
    /// something could not be written.
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
