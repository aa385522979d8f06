#include <glint/app/app.hpp>

#include <algorithm>
#include <cstdlib>
#include <variant>

#include <fmt/format.h>

#include <glint/app/flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/interop/device_match.hpp>

namespace glint::app {
namespace {

AppOptions parsed(AppOptions options, int argc, const char* const* argv) {
    CLI::App command(options.title);
    add_flags(command, options);
    command.failure_message(refusal);
    try {
        command.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(command.exit(error) == 0 ? EXIT_SUCCESS : kWrongUsage);
    }
    return options;
}

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

App::App(AppOptions options) : App(std::move(options), std::string()) {}

App::App(AppOptions defaults, int argc, const char* const* argv)
    : App(parsed(std::move(defaults), argc, argv),
          argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "glint") {}

// A device that is named decides where a headless run draws; otherwise it is the other way round.
App::App(AppOptions options, std::string program)
    : options_(std::move(options)), program_(std::move(program)) {
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

std::optional<Frame> App::next_frame() {
    if (input_.number > 0) {
        stage_->end(input_, panels_);
    } else {
        require_settings_used();
    }
    input_ = {.number = input_.number + 1};
    if (!stage_->begin(input_)) return std::nullopt;
    return Frame(input_, options_.time_step, stage_->target());
}

}  // namespace glint::app
