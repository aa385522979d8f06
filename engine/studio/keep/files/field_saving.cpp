// SPDX-License-Identifier: MIT
#include <glint/studio/keep/files/field_saving.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>

#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/keep/files/detail/save_plan.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kMaxNamed = 8;

FieldFilesOptions files_options(const SaveRequest& request, const std::filesystem::path& folder) {
    return {.folder = folder,
            .fields = request.fields,
            .format = request.format,
            .is_compressed = request.is_compressed};
}

/// Returns the full names of the displayed fields, without duplicates.
std::vector<std::string> names_shown(const Viewer& viewer) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < viewer.pane_count(); ++i)
        for (const DeclaredView* shown : {viewer.pane(i).shown(), viewer.pane(i).colored()})
            if (shown && std::ranges::find(names, shown->full_name) == names.end())
                names.push_back(shown->full_name);
    return names;
}

}  // namespace

std::uint64_t step_at(double time, double dt) {
    constexpr double kMaxSteps = 9007199254740992;  // 2^53
    constexpr double kRounding = 1e-9;
    const double steps = time / dt;
    if (!(steps >= 0 && steps <= kMaxSteps))
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("save at time {}", text::shortest(time)),
                    "no step reaches this time");
    const double nearest = std::round(steps);
    const bool is_one = std::abs(steps - nearest) <= kRounding * std::max(1.0, nearest);
    return static_cast<std::uint64_t>(is_one ? nearest : std::ceil(steps));
}

void check_saves(const Declaration& declaration, const SaveRequest& request, double dt) {
    check_saves(declaration, files_options(request, {}));
    for (const double time : request.at) (void)step_at(time, dt);
}

FieldSaving::FieldSaving(Simulation& simulation, const SaveRequest& request,
                         const std::filesystem::path& folder, bool is_headless, Schedule& schedule)
    : simulation_(simulation), request_(request), folder_(folder), is_headless_(is_headless) {
    if (request_.fields.empty()) return;
    if (request_.every) schedule.add(*request_.every, [this] { return save(); });
    std::vector<std::uint64_t> steps;
    for (const double time : request_.at) {
        const std::uint64_t step = step_at(time, simulation.now().dt);
        if (!request_.every || step % *request_.every != 0) steps.push_back(step);
    }
    schedule.add_at(steps, [this] { return save(); });
}

FieldFiles& FieldSaving::files() {
    if (!files_) {
        FieldFilesOptions options = files_options(request_, folder_);
        options.first_step = first_step_;
        files_ = std::make_unique<FieldFiles>(simulation_, std::move(options));
    }
    return *files_;
}

/// Runs `action`. In a window, logs errors, because the run continues. In a headless run, throws
/// the errors.
template <class Action>
void FieldSaving::guarded(const Action& action) {
    if (is_headless_) return action();
    try {
        action();
    } catch (const Error& error) {
        if (error.code() == ErrorCode::device_lost) throw;
        log::error(error.what());
        has_failed_ = true;
    }
}

bool FieldSaving::save() {
    guarded([this] { files().save(); });
    return true;
}

void FieldSaving::begin_frame() {
    const bool is_first = !first_step_;
    if (is_first) first_step_ = simulation_.now().number;
    if (is_first && !request_.fields.empty()) (void)files();
    if (!files_) return;
    guarded([this] { files_->check(); });
    if (is_first && is_due()) (void)save();
}

// Returns true if the current step must be saved. `request_.every` does not apply to step 0.
bool FieldSaving::is_due() const {
    const Step now = simulation_.now();
    const bool is_at = std::ranges::any_of(
        request_.at, [&](double time) { return step_at(time, now.dt) == now.number; });
    return is_at || (request_.every && now.number > 0 && now.number % *request_.every == 0);
}

void FieldSaving::settle() {
    if (!files_) return;
    files_->settle();
    guarded([this] { files_->check(); });
}

void FieldSaving::draw_widgets(const Viewer& viewer) {
    if (ImGui::Button("Save fields")) save_shown(viewer);
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("save the current state to the folder %s", folder_.string().c_str());
}

// Saves in the requested format if that format can hold the fields, and as `.npy` otherwise.
void FieldSaving::save_shown(const Viewer& viewer) {
    const std::vector<std::string> names = names_shown(viewer);
    if (names.empty()) return;
    guarded([&] {
        try {
            (void)plan_saves(simulation_.declaration(), names, request_.format);
            files().save(names, request_.format);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::invalid_argument) throw;
            files().save(names, FileFormat::npy);
        }
        log::info(fmt::format("saving {} at step {} to '{}'", fmt::join(names, ", "),
                              simulation_.now().number, folder_.string()));
    });
}

void FieldSaving::report_unreached() const {
    const Step now = simulation_.now();
    for (const double time : request_.at)
        if (step_at(time, now.dt) > now.number)
            console::say("no fields were saved at time {}, because the run ended at time {}\n",
                         text::shortest(time), text::shortest(now.time));
}

int FieldSaving::finish(std::vector<std::filesystem::path>* into) {
    if (!files_) return 0;
    const bool is_at_end = !request_.fields.empty() && !request_.every && request_.at.empty();
    guarded([&] {
        if (is_at_end) files_->save();
        files_->finish();
    });
    report_unreached();
    const auto written = files_->written();
    if (into)
        into->insert(into->end(), written.begin(), written.end());
    else if (written.size() > kMaxNamed)
        console::print("wrote {} field files to {}\n", written.size(), folder_.string());
    else
        for (const auto& path : written) console::print("wrote {}\n", path.string());
    return has_failed_ ? 1 : 0;
}

}  // namespace glint::studio
