// SPDX-License-Identifier: MIT
#include <glint/app/app.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <map>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/app/detail/flags.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/interop/device_match.hpp>

namespace glint::app {
namespace {

std::vector<std::string> parameter_names(std::span<const std::unique_ptr<Panel>> panels) {
    std::vector<std::string> names;
    for (const auto& panel : panels)
        for (const ParameterSet* set : panel->parameters())
            for (const Parameter& parameter : set->list()) names.push_back(parameter.name);
    return names;
}

bool is_left(gl::MouseButton button) { return button == gl::MouseButton::left; }
bool is_other(gl::MouseButton button) { return !is_left(button); }

/// Returns the mouse moves made while a button for which `is_such` is true was down. If the frame
/// has events of such a button, these events show when the button was down. Otherwise, the button
/// was in the state `down_at_end` for the whole frame.
std::vector<gl::MouseMoveEvent> moves_with(const FrameInput& input, bool down_at_end,
                                           bool (*is_such)(gl::MouseButton)) {
    const auto such = [&](const gl::Event& event) {
        const auto* button = std::get_if<gl::MouseButtonEvent>(&event);
        return button && is_such(button->button) ? button : nullptr;
    };
    const auto first = std::ranges::find_if(input.events, such);
    bool down =
        first == input.events.end() ? down_at_end : such(*first)->action == gl::Action::release;
    std::vector<gl::MouseMoveEvent> moves;
    for (const gl::Event& event : input.events) {
        if (const auto* button = such(event)) down = button->action == gl::Action::press;
        const auto* move = std::get_if<gl::MouseMoveEvent>(&event);
        if (move && down) moves.push_back(*move);
    }
    return moves;
}

/// Reloads the program if its file changed. Logs an error only once, and logs when reloading
/// succeeds again.
void reload(Program& program, std::span<ParameterSet* const> parameters) {
    const std::string before = program.reload_error();
    if (program.reload_if_changed(parameters)) {
        if (!before.empty())
            log::info(fmt::format("reloaded {}: the new code is in use", program.name()));
    } else if (const std::string error = program.reload_error();
               !error.empty() && error != before) {
        log::error(error);
    }
}

Device open_device(const std::string& name) try {
    return Device::open(name);
} catch (const Error& error) {
    throw WrongOption(error);
}

void require_sharing(const Device& device, interop::Sharing way) {
    const auto ways = interop::sharing_methods(device.kind());
    if (way == interop::Sharing::automatic || std::ranges::count(ways, way) > 0) return;
    std::vector<std::string_view> names;
    for (const interop::Sharing each : ways) names.push_back(to_string(each));
    throw WrongOption("--share", fmt::format("'{}' is not available on this device. Use {}",
                                             to_string(way), fmt::join(names, " or ")));
}

std::unique_ptr<Stage> open_stage(const Arguments& arguments, int cuda_ordinal) {
    const AppOptions& options = arguments.options;
    if (options.headless) return make_headless_stage(options, cuda_ordinal);
    try {
        return make_window_stage(options);
    } catch (const Error& error) {
        if (!arguments.are_given || error.code() != ErrorCode::unsupported) throw;
        throw Error(error.code(), error.operation(),
                    error.reason() + ". Use --headless to run without a window");
    }
}

int complain(const char* const* argv, const std::exception& error, int status) {
    const char* const program = *argv ? *argv : "glint";
    console::say("{}: {}\n", std::filesystem::path(program).filename().string(), error.what());
    return status;
}

}  // namespace

int detail::run(AppOptions defaults, int argc, const char* const* argv,
                const std::function<int(App&)>& body) {
    console::prepare();
    const auto run_body = [&] {
        try {
            App app(parse_arguments(std::move(defaults), argc, argv));
            return body(app);
        } catch (const Exit& exit) {
            return exit.status;
        } catch (const WrongOption& error) {
            return complain(argv, error, kWrongUsage);
        } catch (const std::exception& error) {
            return complain(argv, error, EXIT_FAILURE);
        }
    };
    return console::finish(run_body());
}

std::vector<gl::MouseMoveEvent> Frame::drags() const {
    return moves_with(input_, input_.turning, is_left);
}

void Frame::control(view::OrbitCamera& camera) const {
    const auto height_px = static_cast<float>(target().height());
    for (const gl::MouseMoveEvent& move : drags())
        camera.orbit(static_cast<float>(move.dx_px), static_cast<float>(move.dy_px), height_px);
    for (const gl::MouseMoveEvent& move : moves_with(input_, input_.panning, is_other))
        camera.pan(static_cast<float>(move.dx_px), static_cast<float>(move.dy_px), height_px);
    for (const gl::Event& event : input_.events)
        if (const auto* scroll = std::get_if<gl::ScrollEvent>(&event))
            camera.zoom(static_cast<float>(scroll->dy));
}

App::App(AppOptions options) : App(Arguments{.options = std::move(options)}) {}

// If the user chose a CUDA device, a headless run also draws on that device. Otherwise, `device`
// later selects the GPU that draws.
App::App(Arguments arguments) : is_help_(arguments.is_help) {
    if (arguments.options.device != "auto") device_ = open_device(arguments.options.device);
    const bool is_cuda = device_ && device_->kind() == BackendKind::cuda;
    stage_ = open_stage(arguments, is_cuda ? device_->info().ordinal : -1);
    options_ = std::move(arguments.options);
}

Device App::device() {
    if (!device_) device_ = draws() ? interop::device_for(gl()) : open_device("auto");
    require_sharing(*device_, options_.sharing);
    return *device_;
}

Panel& App::panel(const std::string& title) {
    const auto found = std::ranges::find(panels_, title, [](const auto& p) { return p->title(); });
    if (found != panels_.end()) return **found;
    return *panels_.emplace_back(std::make_unique<Panel>(title, options_.settings));
}

void App::require_settings_used() const {
    if (options_.settings.empty()) return;
    const std::string& name = options_.settings.front().first;
    const std::vector<std::string> known = parameter_names(panels_);
    throw WrongOption(Error(ErrorCode::not_found, fmt::format("set parameter '{}'", name),
                            "parameter not found" + text::known_names(name, known)));
}

void App::show_parameters() const {
    for (const auto& panel : panels_)
        for (const ParameterSet* set : panel->parameters())
            console::print("{}", parameter_help(*set));
}

// Reloads each program once. Passes all parameter sets that belong to the program, from all panels.
void App::reload_programs() {
    std::map<Program*, std::vector<ParameterSet*>> programs;
    for (const auto& panel : panels_)
        for (const auto& [parameters, program] : panel->declared())
            programs[program].push_back(parameters);
    for (const auto& [program, parameters] : programs) reload(*program, parameters);
}

std::optional<Frame> App::next_frame() {
    if (is_help_) {
        show_parameters();
        throw Exit{EXIT_SUCCESS};
    }
    if (input_.number > 0) {
        stage_->end(input_, panels_, overlays_);
    } else {
        require_settings_used();
    }
    input_ = {.number = std::max(input_.number, options_.frames_done) + 1};
    if (!stage_->begin(input_)) return std::nullopt;
    if (!options_.headless) reload_programs();
    return Frame(input_, options_.time_step, *stage_);
}

}  // namespace glint::app
