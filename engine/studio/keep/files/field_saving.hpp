// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/keep/files/field_files.hpp>
#include <glint/studio/run/schedule.hpp>

namespace glint::studio {

class Viewer;

/// What a run saves of its fields, and when.
struct SaveRequest {
    std::vector<std::string> fields{};  ///< "level", "Pond.level", and `show` functions
    FileFormat format = FileFormat::npy;
    bool is_compressed = false;
    std::optional<std::uint64_t> every{};  ///< steps from one save to the next, at least 1
    /// Saves at the first step whose time, in the unit of dt, is one of these or behind it. Without
    /// times and `every` the fields are saved at the end of the run.
    std::vector<double> at{};
};

/// The first step whose time is `time` or behind it, with steps of `dt`; times that are a multiple
/// of it but for rounding are the step's. Throws Error(invalid_argument) for times below 0 or
/// beyond 2^53 steps.
std::uint64_t step_at(double time, double dt);

/// Throws what check_saves() and step_at() do.
void check_saves(const Declaration& declaration, const SaveRequest& request, double dt);

/// Saves fields in a run as it was asked to, and in a window what is shown when its button is
/// pressed. A window goes on when a file cannot be written.
class FieldSaving {
public:
    /// Enters the saves into the schedule. All have to outlive it.
    FieldSaving(Simulation& simulation, const SaveRequest& request,
                const std::filesystem::path& folder, bool is_headless, Schedule& schedule);

    /// To be called in each frame, before its steps. The first makes the folder, and saves what is
    /// due at the step where the run begins; where it goes on, that may not have come to the disk.
    /// Throws what FieldFiles and, in a headless run, FieldFiles::check() do.
    void begin_frame();
    /// Waits until all is written that was saved so far; a run goes on behind it. Throws, in a
    /// headless run, what FieldFiles::check() does.
    void settle();
    /// The button, which saves what `viewer` shows.
    void draw_widgets(const Viewer& viewer);
    /// Saves what is to be saved at the end, waits until all is on the disk, and prints what was
    /// written, or puts it into `written`. Gives the exit status: 0, or 1 of a window where
    /// something could not be written.
    int finish(std::vector<std::filesystem::path>* written = nullptr);

private:
    FieldFiles& files();
    bool save();
    bool is_due() const;
    void save_shown(const Viewer& viewer);
    void say_what_was_not_reached() const;
    template <class Action>
    void guarded(const Action& action);

    Simulation& simulation_;
    SaveRequest request_;
    std::filesystem::path folder_;
    bool is_headless_;
    std::optional<std::uint64_t> first_step_{};  ///< where the run begins, from then on
    bool has_failed_ = false;
    std::unique_ptr<FieldFiles> files_;  ///< made when it is first asked for
};

}  // namespace glint::studio
