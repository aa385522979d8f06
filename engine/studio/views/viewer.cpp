// SPDX-License-Identifier: MIT
#include <glint/studio/views/viewer.hpp>

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <glint/app/app.hpp>
#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

struct FlightKey {
    char key;
    glm::vec3 right_up_ahead;
};

constexpr std::array<FlightKey, 6> kFlightKeys{{{'W', {0, 0, 1}},
                                                {'S', {0, 0, -1}},
                                                {'D', {1, 0, 0}},
                                                {'A', {-1, 0, 0}},
                                                {'E', {0, 1, 0}},
                                                {'Q', {0, -1, 0}}}};

}  // namespace

Viewer::Viewer(Simulation& simulation, std::optional<gl::Context> context, interop::Sharing sharing)
    : simulation_(&simulation),
      context_(std::move(context)),
      sharing_(sharing),
      kernels_(std::make_shared<ViewKernels>(simulation.stream())) {
    panes_.push_back(make_pane());
}

std::unique_ptr<Pane> Viewer::make_pane() const {
    return std::make_unique<Pane>(*simulation_, kernels_, context_, sharing_);
}

void Viewer::refresh_views() {
    for (const auto& pane : panes_) pane->refresh_views();
}

void Viewer::split(std::size_t panes, Arrangement arrangement) {
    arrangement_ = arrangement;
    if (active_ >= panes) {
        std::swap(panes_[active_], panes_[panes - 1]);
        active_ = panes - 1;
    }
    if (panes < panes_.size()) panes_.resize(panes);
    while (panes_.size() < panes) {
        std::unique_ptr<Pane> pane = make_pane();
        show_another(*pane);
        panes_.push_back(std::move(pane));
    }
}

void Viewer::show_another(Pane& pane) const {
    for (std::size_t i = 0; i < pane.all().size(); ++i) {
        const auto shows_it = [&](const auto& other) {
            return other->shown()->full_name == pane.all()[i].full_name;
        };
        if (pane.all()[i].view == View::none || std::ranges::any_of(panes_, shows_it)) continue;
        return pane.choose(i);
    }
    pane.set_choices(active().choices());
}

void Viewer::show(const std::vector<std::string>& names) {
    if (names.empty() || names.size() > kMaxPanes)
        throw Error(ErrorCode::invalid_argument, "show views",
                    fmt::format("the number of views must be from 1 to {}, not {}", kMaxPanes,
                                names.size()));
    split(names.size(), Arrangement::grid);
    for (std::size_t i = 0; i < names.size(); ++i) panes_[i]->choose(names[i]);
}

void Viewer::compare(Simulation& other, Drags drags) {
    before_.clear();
    for (const auto& pane : panes_) before_.push_back(pane->choices());
    arrangement_before_ = arrangement_;
    split(1, Arrangement::grid);
    other_ = &other;
    panes_.push_back(std::make_unique<Pane>(other, std::make_shared<ViewKernels>(other.stream()),
                                            context_, sharing_));
    panes_.push_back(make_pane());
    if (drags == Drags::both) {
        panes_[0]->share_drags(other);
        panes_[1]->share_drags(*simulation_);
        panes_[2]->share_drags(other);
    } else {
        panes_[1]->redirect_drags(*simulation_);
    }
    panes_[2]->subtract(other);
    link({});
}

void Viewer::end_comparison() {
    if (!is_comparing()) return;
    const PaneChoices choices = active().choices();
    other_ = nullptr;
    active_ = 0;
    panes_.clear();
    for (const PaneChoices& each : before_) {
        panes_.push_back(make_pane());
        panes_.back()->set_choices(each);
    }
    if (panes_.size() == 1) active().set_choices(choices);  // keeps changes made in the comparison
    arrangement_ = arrangement_before_;
}

// In a comparison, makes the other panes follow the pane that receives the input.
void Viewer::link(std::span<const PaneInput> inputs) {
    if (!is_comparing()) return;
    std::size_t leader = active_;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (!inputs[i].scrolls.empty()) leader = i;
    for (std::size_t i = 0; i < panes_.size(); ++i)
        if (i != leader) panes_[i]->follow(*panes_[leader]);
    panes_[1]->use_colors_of(panes_[0].get());
}

void Viewer::save_bookmark(std::size_t index) {
    bookmarks_[index] = Bookmark{active().choices(), active().picture_px()};
    ++bookmark_changes_;
}

void Viewer::go_to_bookmark(std::size_t index) {
    if (bookmarks_[index])
        active().set_choices(bookmarks_[index]->for_picture(active().picture_px()));
}

void Viewer::set_choices(const PaneChoices& choices) {
    active().set_choices(choices);
    link({});
}

glm::dvec2 Viewer::active_px(const gl::Framebuffer& target) const {
    const auto all = arranged(panes_.size(), arrangement_, target.width(), target.height());
    return {all[active_].width, all[active_].height};
}

std::vector<gl::Rectangle> Viewer::parts() const {
    return arranged(panes_.size(), arrangement_, window_.width, window_.height);
}

void Viewer::draw(gl::Framebuffer& target) {
    simulation_->draw();
    if (other_) other_->draw();
    window_ = {.width = target.width(), .height = target.height()};
    if (panes_.size() > 1) target.clear();
    const std::vector<gl::Rectangle> rectangles = parts();
    for (std::size_t i = 0; i < panes_.size(); ++i) panes_[i]->draw(target, rectangles[i]);
}

Picture Viewer::picture(unsigned width, unsigned height) {
    simulation_->draw();
    if (other_) other_->draw();
    window_ = {.width = static_cast<int>(width), .height = static_cast<int>(height)};
    Picture whole{.width = width, .height = height, .rgba = {}};
    for (std::size_t i = 0; i < std::size_t(width) * height; ++i)
        whole.rgba.insert(whole.rgba.end(), {0, 0, 0, 255});
    const std::vector<gl::Rectangle> rectangles = parts();
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const gl::Rectangle& part = rectangles[i];
        const Picture drawn = panes_[i]->picture(part);
        const auto row = static_cast<std::size_t>(part.width) * 4;
        for (int y = 0; y < part.height; ++y)
            std::copy_n(
                drawn.rgba.begin() + static_cast<std::ptrdiff_t>(y * row), row,
                whole.rgba.begin() +
                    (static_cast<std::ptrdiff_t>(part.top + y) * window_.width + part.left) * 4);
    }
    return whole;
}

void Viewer::draw_overlay(float covered_px) const {
    const std::vector<gl::Rectangle> rectangles = parts();
    for (std::size_t i = 0; i < panes_.size(); ++i) {
        const bool is_lowest = rectangles[i].top + rectangles[i].height >= window_.height;
        panes_[i]->draw_overlay(panes_.size() > 1, is_lowest ? covered_px : 0);
    }
    if (panes_.size() > 1 && pointer_.pressed()) PaneOverlay(rectangles[active_]).frame();
    if (!has_status_ || !shown()) return;
    const Step now = simulation_->now();
    const std::string& unit = simulation_->declaration().dt_unit;
    draw_status(fmt::format(
        "{}   step {}{}", simulation_->declaration().title, now.number,
        unit.empty() ? std::string() : fmt::format("   t = {:.4g} {}", now.time, unit)));
}

void Viewer::control(const app::Frame& frame) {
    const std::vector<PaneInput> inputs =
        pointer_.share(frame.events(), parts(), frame.is_dragged());
    const bool is_pressed =
        std::ranges::any_of(inputs, [](const PaneInput& input) { return !input.buttons.empty(); });
    if (is_pressed && pointer_.pressed())
        active_ = std::min(*pointer_.pressed(), panes_.size() - 1);
    read_keys(frame.events());
    for (std::size_t i = 0; i < panes_.size(); ++i) panes_[i]->control(inputs[i]);
    active().fly(flight());
    link(inputs);
}

void Viewer::read_keys(std::span<const gl::Event> events) {
    for (const gl::Event& event : events) {
        const auto* key = std::get_if<gl::KeyEvent>(&event);
        if (!key) continue;
        is_fast_ = key->modifiers.shift;
        if (key->action == gl::Action::release) held_.erase(key->key);
        const bool flies = std::ranges::find(kFlightKeys, static_cast<int>(key->key),
                                             &FlightKey::key) != kFlightKeys.end();
        if (key->action == gl::Action::press && flies && !key->modifiers.control &&
            !key->modifiers.alt)
            held_.insert(key->key);
    }
}

void Viewer::bind_keys(app::Keys& keys) {
    constexpr const char* kGroup = "Camera";
    keys.add(kGroup, {.key = gl::Key::home, .action = "fit the view to all data", .act = [this] {
                          active().fit();
                      }});
    keys.add(kGroup,
             {.key = gl::Key('F'),
              .action = "switch between flying and orbiting the target",
              .act = [this] { active().choices().is_flying = !active().choices().is_flying; }});
    keys.describe(kGroup, "W S A D E Q",
                  "fly forward, back, left, right, up, down; faster with Shift");
    for (std::size_t i = 0; i < kBookmarks; ++i) {
        const gl::Key digit{static_cast<int>('1' + i)};
        keys.add(kGroup, {.key = digit,
                          .modifiers = {.control = true},
                          .action = "save the view as a bookmark",
                          .act = [this, i] { save_bookmark(i); },
                          .shown_as = "Ctrl+1 to Ctrl+9"});
        keys.add(kGroup, {.key = digit,
                          .action = "return to the bookmark",
                          .act = [this, i] { go_to_bookmark(i); },
                          .shown_as = "1 to 9"});
    }
}

Flight Viewer::flight() {
    const auto now = std::chrono::steady_clock::now();
    Flight flight{.is_fast = is_fast_, .time = now - std::exchange(last_, now)};
    for (const FlightKey& each : kFlightKeys)
        if (held_.contains(static_cast<gl::Key>(each.key)))
            flight.right_up_ahead += each.right_up_ahead;
    return flight;
}

}  // namespace glint::studio
