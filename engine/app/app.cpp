#include <glint/app/app.hpp>

#include <algorithm>
#include <cstdlib>
#include <variant>

#include <fmt/format.h>

#include <glint/app/flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::app {
namespace {

constexpr int kWrongUsage = 2;

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

App::App(AppOptions options)
    : options_(std::move(options)),
      stage_(options_.headless ? make_headless_stage(options_) : make_window_stage(options_)) {}

App::App(AppOptions defaults, int argc, const char* const* argv)
    : App(parsed(std::move(defaults), argc, argv)) {}

Panel& App::panel(const std::string& title) {
    const auto found = std::ranges::find(panels_, title, [](const auto& p) { return p->title(); });
    if (found != panels_.end()) return **found;
    return *panels_.emplace_back(std::make_unique<Panel>(title, options_.settings));
}

void App::require_settings_used() const {
    if (options_.settings.empty()) return;
    const std::string& name = options_.settings.front().first;
    const std::vector<std::string> known = parameter_names(panels_);
    throw Error(ErrorCode::not_found, fmt::format("set parameter '{}'", name),
                "there is no such parameter" + text::did_you_mean(name, known));
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
