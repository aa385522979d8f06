// SPDX-License-Identifier: MIT
#include <glint/studio/detail/run_guard.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/base/console.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/png.hpp>
#include <glint/studio/batch/run_report.hpp>

namespace glint::studio {
namespace {

constexpr gl::Key kCheckKey{'J'};

}  // namespace

RunGuard::RunGuard(app::App& app, Simulation& simulation, Viewer& viewer, const RunOptions& options)
    : app_(app),
      simulation_(simulation),
      viewer_(viewer),
      options_(options),
      is_headless_(app.options().headless),
      checks_frames_(is_headless_ && !options.check_every),
      watch_(simulation, options.limits) {
    if (options.check_every.value_or(0) > 0)
        schedule_.add(*options.check_every, [this] { return passes_checks(); });
    if (options.monitors)
        log_.emplace(*options.monitors, simulation.declaration(),
                     options.keep.from ? std::optional(options.keep.from->step) : std::nullopt);
    app.keys().add("Program", {.key = kCheckKey, .action = "find NaN and infinity", .act = [this] {
                                   is_check_wanted_ = true;
                               }});
}

void RunGuard::begin(const app::Frame& frame, bool is_new) {
    frame_ = frame.number();
    if (!first_step_) begin_files();
    monitors_.reset();
    if (is_new) refresh_monitors();
    if (is_new || frame.wants_reset()) finding_.clear();
    if (!is_headless_) status_bar_.begin_frame(simulation_);
}

// Begins the table of monitors. If the run is resumed, removes the picture file and the result
// file, because they describe an earlier end of the run.
void RunGuard::begin_files() {
    first_step_ = simulation_.now().number;
    if (log_) log_->begin();
    if (!options_.keep.from) return;
    add_lost_row();
    std::error_code ignored;
    for (const auto* file : {&options_.picture, &options_.result})
        if (*file && std::filesystem::is_regular_file(**file, ignored))
            std::filesystem::remove(**file, ignored);
}

// Adds the row for the step at which a run resumes. The run may have been killed after it wrote the
// checkpoint and before it wrote this row.
void RunGuard::add_lost_row() {
    const Step now = simulation_.now();
    const bool ends_frame = now.number % simulation_.declaration().steps_per_frame == 0;
    if (log_ && now.number > 0 && ends_frame) log_->add(now, simulation_.declaration(), monitors());
}

void RunGuard::refresh_monitors() {
    monitors_.reset();
    watch_.refresh_limits();
}

// Returns the number of steps in a frame. A headless run that resumes in the middle of a frame
// completes that frame. If the run was killed after the last step of a frame, but before the files
// of the frame were written, it repeats the frame without steps.
unsigned RunGuard::steps_of(const app::Frame& frame) const {
    const unsigned each = simulation_.declaration().steps_per_frame;
    const std::uint64_t now = simulation_.now().number;
    if (!is_headless_) return frame.steps() * each;
    if (options_.keep.from && now == std::uint64_t{frame.number()} * each) return 0;
    return frame.steps() * each - static_cast<unsigned>(now % each);
}

// Queues the steps of a frame. Times only the last step, or the last group of steps that one launch
// computes. The device is then still busy with earlier steps, so the measured times do not include
// waiting for the host.
void RunGuard::advance(const app::Frame& frame) {
    const unsigned steps = steps_of(frame);
    const unsigned last = std::min(steps, simulation_.steps_at_once());
    if (steps == 0 || !schedule_.advance(simulation_, steps - last)) return;
    if (!is_headless_ || options_.times) simulation_.time_next_step();
    schedule_.advance(simulation_, last);
}

// Searches for NaN and infinity, unless a problem was already reported. Returns false to stop a
// headless run after a problem; a window continues.
bool RunGuard::passes_checks() {
    if (finding_.empty()) report(watch_.check_numbers());
    return finding_.empty() || !is_headless_;
}

const std::vector<std::optional<double>>& RunGuard::monitors() {
    if (!monitors_) monitors_ = simulation_.monitors();
    return *monitors_;
}

void RunGuard::check(const app::Frame& frame, bool is_past) {
    if (log_ && !is_past) log_->add(simulation_.now(), simulation_.declaration(), monitors());
    if (watch_.has_limits() && finding_.empty()) report(watch_.check_limits(monitors()));
    if (checks_frames_ && (monitors_ || frame.is_image())) check_numbers();
    check_when_asked();
    if (is_headless_ && options_.times) add_times();
    if (status_ != 0 || !interruption_.has_arrived()) return;
    status_ = kInterrupted;
    app_.end_after(frame.number() + 1);
}

void RunGuard::check_numbers() {
    checked_at_ = simulation_.now().number;
    report(watch_.check_numbers());
}

void RunGuard::check_when_asked() {
    if (is_headless_ || !std::exchange(is_check_wanted_, false)) return;
    finding_.clear();
    check_numbers();
    if (finding_.empty())
        log::info(fmt::format("the fields contain no NaN or infinity at step {}",
                              simulation_.now().number));
}

// Reports only the first problem, because it usually causes the later problems.
void RunGuard::report(const std::optional<Finding>& found) {
    if (!found || !finding_.empty()) return;
    finding_ = found->text;
    if (!is_headless_) {
        log::error(finding_);
        if (found->at) viewer_.jump_to({found->structure, *found->at});
        return;
    }
    console::say("{}\n", finding_);
    status_ = kWentWrong;
    end();
}

void RunGuard::fail() {
    has_failed_ = true;
    if (is_headless_) end();
}

void RunGuard::add_times() {
    simulation_.stream().synchronize();
    ++timed_steps_;
    for (const PassTime& time : simulation_.pass_times()) {
        const auto found = std::ranges::find(sums_, time.name, &PassTime::name);
        if (found == sums_.end())
            sums_.push_back(time);
        else
            found->ms += time.ms;
    }
}

void RunGuard::draw_status(const std::string& mistake, const std::string& recording) {
    status_bar_.draw(simulation_, mistake.empty() ? finding_ : mistake, recording);
}

void RunGuard::draw_widgets() {
    if (ImGui::Button("Find NaN and infinity")) is_check_wanted_ = true;
    if (!finding_.empty()) ImGui::TextWrapped("%s", finding_.c_str());
}

int RunGuard::finish() {
    if (checks_frames_ && status_ == 0 && checked_at_ != simulation_.now().number) check_numbers();
    if (status_ == kInterrupted)
        console::say("the run was interrupted at step {}\n", simulation_.now().number);
    update_probes();
    if (is_headless_) print_summary();
    return status_ == 0 && has_failed_ ? EXIT_FAILURE : status_;
}

void RunGuard::update_probes() {
    for (const std::string& text : options_.probes) {
        const Probe probe = parse_probe(simulation_.declaration(), text);
        if (options_.report)
            options_.report->probes.emplace_back(text, probed_value(simulation_, probe));
        else
            console::print("{}\n", probed(simulation_, probe));
    }
}

void RunGuard::write_picture() {
    if (!is_headless_ || !options_.picture) return;
    Viewer still(simulation_, std::nullopt, interop::Sharing::automatic);
    if (!options_.views.empty()) still.show(options_.views);
    if (options_.comparison) still.compare(*options_.comparison);
    const Picture picture = still.picture(app_.options().width, app_.options().height);
    write_png(*options_.picture, picture);
}

void RunGuard::write_result(int status) {
    if (!is_headless_ || (!options_.report && !options_.result)) return;
    const CaseResult result = result_with(status);
    if (options_.report) options_.report->result = result;
    if (options_.result && status != kInterrupted) write_case_result(*options_.result, result);
}

CaseResult RunGuard::result_with(int status) {
    const Step now = simulation_.now();
    CaseResult result{.status = status, .reason = finding_, .steps = now.number, .time = now.time};
    const auto& derived = simulation_.declaration().derived;
    for (std::size_t i = 0; i < derived.size(); ++i)
        if (monitors()[i]) result.monitors.emplace_back(derived[i].function, *monitors()[i]);
    if (status != 0 && result.reason.empty()) result.reason = "see stderr";
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - options_.started;
    result.seconds = taken.count();
    result.arguments = identifying_arguments(options_.keep.record.arguments);
    result.code = options_.code.empty() ? content_hash(simulation_.code().text()) : options_.code;
    return result;
}

void RunGuard::print_summary() {
    simulation_.stream().synchronize();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started_;
    const std::uint64_t steps = simulation_.now().number - first_step_.value_or(0);
    console::say("{} in {:.4g} s: {:.4g} steps/s\n", text::counted(steps, "step"), taken.count(),
                 static_cast<double>(steps) / taken.count());
    for (const auto& [name, ms] : sums_)
        console::say("{:<20} {:.4g} ms per step\n", name, ms / timed_steps_);
}

}  // namespace glint::studio
