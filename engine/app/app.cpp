#include <glint/app/app.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <variant>

#include <fmt/format.h>

#include <glint/app/detail/flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/interop/device_match.hpp>

namespace glint::app {
namespace {

[[noreturn]] void exit_refusing(const std::string& program, const Error& error) {
    fmt::print(stderr, "{}: {}\n", program, error.what());
    std::exit(kWrongUsage);
}

std::vector<std::string> parameter_names(std::span<const std::unique_ptr<Panel>> panels) {
    std::vector<std::string> names;
    for (const auto& panel : panels)
        for (const ParameterSet* set : panel->parameters())
            for (const Parameter& parameter : set->list()) names.push_back(parameter.name);
    return names;
}

bool is_left(gl::MouseButton button) { return button == gl::MouseButton::left; }
bool is_other(gl::MouseButton button) { return !is_left(button); }

/// The moves made while such a button was down. `down_at_end` is known; whether it was down at the
/// frame's start, its first event tells.
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

/// Says once why the new code cannot be used.
bool reload(Program& program) {
    const std::string before = program.reload_error();
    if (program.reload_if_changed()) return true;
    if (const std::string error = program.reload_error(); !error.empty() && error != before)
        log::error(error);
    return false;
}

void adopt(ParameterSet& parameters, const Program& program) {
    ParameterSet fresh = program.parameters(parameters.struct_name());
    fresh.adopt_values(parameters);
    parameters = std::move(fresh);
}

}  // namespace

std::vector<gl::MouseMoveEvent> Frame::drags() const {
    return moves_with(input_, input_.turning, is_left);
}

void Frame::control(view::OrbitCamera& camera) const {
    const auto height_px = static_cast<float>(target_->height());
    for (const gl::MouseMoveEvent& move : drags())
        camera.orbit(static_cast<float>(move.dx_px), static_cast<float>(move.dy_px), height_px);
    for (const gl::MouseMoveEvent& move : moves_with(input_, input_.panning, is_other))
        camera.pan(static_cast<float>(move.dx_px), static_cast<float>(move.dy_px), height_px);
    for (const gl::Event& event : input_.events)
        if (const auto* scroll = std::get_if<gl::ScrollEvent>(&event))
            camera.zoom(static_cast<float>(scroll->dy));
}

App::App(AppOptions options) : App(Arguments{.options = std::move(options)}) {}

App::App(AppOptions defaults, int argc, const char* const* argv)
    : App(parse_arguments(std::move(defaults), argc, argv)) {}

// A device that is named decides where a headless run draws; otherwise it is the other way round.
App::App(Arguments arguments)
    : options_(std::move(arguments.options)),
      program_(std::move(arguments.program)),
      is_help_(arguments.is_help) {
    if (options_.device != "auto") device_ = Device::open(options_.device);
    const bool is_cuda = device_ && device_->kind() == BackendKind::cuda;
    try {
        stage_ = options_.headless
                     ? make_headless_stage(options_, is_cuda ? device_->info().ordinal : -1)
                     : make_window_stage(options_);
    } catch (const Error& error) {
        if (program_.empty() || options_.headless || error.code() != ErrorCode::unsupported) throw;
        throw Error(error.code(), error.operation(), error.reason() + "; --headless needs none");
    }
}

Device App::device() {
    if (!device_) device_ = interop::device_for(gl());
    return *device_;
}

Panel& App::panel(const std::string& title) {
    const auto found = std::ranges::find(panels_, title, [](const auto& p) { return p->title(); });
    if (found != panels_.end()) return **found;
    Panel::Refuse refuse;
    if (!program_.empty())
        refuse = [program = program_](const Error& error) { exit_refusing(program, error); };
    return *panels_.emplace_back(
        std::make_unique<Panel>(title, options_.settings, std::move(refuse)));
}

void App::require_settings_used() const {
    if (options_.settings.empty()) return;
    const std::string& name = options_.settings.front().first;
    const std::vector<std::string> known = parameter_names(panels_);
    const Error error(ErrorCode::not_found, fmt::format("set parameter '{}'", name),
                      "there is no such parameter" + text::did_you_mean(name, known));
    if (!program_.empty()) exit_refusing(program_, error);
    throw error;
}

void App::exit_with_parameters() const {
    for (const auto& panel : panels_)
        for (const ParameterSet* set : panel->parameters()) fmt::print("{}", parameter_help(*set));
    std::exit(EXIT_SUCCESS);
}

// A program is reloaded once, whichever panels it is in, and all its parameters after it.
void App::reload_programs() {
    std::map<Program*, bool> is_new;
    for (const auto& panel : panels_) {
        for (const auto& [parameters, program] : panel->declared()) {
            const auto [found, first] = is_new.try_emplace(program);
            if (first) found->second = reload(*program);
            if (found->second) adopt(*parameters, *program);
        }
    }
}

std::optional<Frame> App::next_frame() {
    if (is_help_) exit_with_parameters();
    if (input_.number > 0) {
        stage_->end(input_, panels_);
    } else {
        require_settings_used();
    }
    input_ = {.number = input_.number + 1};
    if (!stage_->begin(input_)) return std::nullopt;
    if (!options_.headless) reload_programs();
    return Frame(input_, options_.time_step, stage_->target());
}

}  // namespace glint::app
