// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <glint/app/keys.hpp>
#include <glint/studio/views/detail/layout.hpp>
#include <glint/studio/views/detail/pane.hpp>

namespace glint::app {
class Frame;
}

namespace glint::studio {

/// Shows a simulation in one to four panes. The active pane is the pane in which a mouse button was
/// last pressed.
class Viewer {
public:
    static constexpr std::size_t kMaxPanes = 4;
    [[deprecated("use kMaxPanes")]] static constexpr std::size_t kMostPanes = kMaxPanes;
    static constexpr std::size_t kBookmarks = 9;
    using Bookmarks = std::array<std::optional<Bookmark>, kBookmarks>;

    /// Starts with one pane that shows the first view of the file. The simulation must outlive the
    /// viewer. If `context` is nullopt, use picture() instead of draw().
    Viewer(Simulation& simulation, std::optional<gl::Context> context, interop::Sharing sharing);

    std::size_t pane_count() const noexcept { return panes_.size(); }
    Pane& pane(std::size_t index) { return *panes_[index]; }
    const Pane& pane(std::size_t index) const { return *panes_[index]; }
    Pane& active() noexcept { return *panes_[active_]; }
    const Pane& active() const noexcept { return *panes_[active_]; }
    std::size_t active_index() const noexcept { return active_; }
    void activate(std::size_t index) { active_ = index; }

    /// Changes the number of panes, 1 to kMaxPanes. New panes show views that no other pane shows,
    /// if possible. The active pane stays.
    void split(std::size_t panes, Arrangement arrangement);
    Arrangement arrangement() const noexcept { return arrangement_; }

    /// Shows each of these views in a separate pane, side by side if there are two. Throws as
    /// find_view() does, and Error(invalid_argument) unless there are 1 to kMaxPanes names.
    void show(const std::vector<std::string>& names);

    /// The simulations in a comparison that receive drags.
    enum class Drags { both, first };
    /// Shows another simulation next to this one, and their difference below. The three panes show
    /// the same view with the same camera. The other simulation must live until end_comparison(),
    /// or outlive the viewer.
    void compare(Simulation& other, Drags drags = Drags::both);
    /// Restores the panes from before the comparison.
    void end_comparison();
    bool is_comparing() const noexcept { return other_ != nullptr; }

    /// These functions act on the active pane.
    const std::vector<DeclaredView>& all() const noexcept { return active().all(); }
    const DeclaredView* shown() const noexcept { return active().shown(); }
    void choose(std::size_t index) { active().choose(index); }
    void fit() { active().fit(); }
    const ColorScale& scale() const noexcept { return active().scale(); }
    std::optional<Picked> pick(glm::dvec2 px) { return active().pick(px); }
    const std::optional<Picked>& picked() const noexcept { return active().picked(); }
    void jump_to(const Picked& picked) { active().jump_to(picked); }

    /// save_bookmark() saves the active pane's view and camera; go_to_bookmark() restores them.
    /// `index` is below kBookmarks.
    void save_bookmark(std::size_t index);
    [[deprecated("use save_bookmark")]] void keep_bookmark(std::size_t index) {
        save_bookmark(index);
    }
    bool has_bookmark(std::size_t index) const { return bookmarks_[index].has_value(); }
    void go_to_bookmark(std::size_t index);
    const Bookmarks& bookmarks() const noexcept { return bookmarks_; }
    void set_bookmarks(Bookmarks bookmarks) { bookmarks_ = std::move(bookmarks); }
    /// Number of times that a bookmark was saved.
    unsigned bookmark_changes() const noexcept { return bookmark_changes_; }

    /// Applies these choices to the active pane. In a comparison, applies them to all panes.
    void set_choices(const PaneChoices& choices);
    /// Returns the size of the active pane in a picture with the size of `target`.
    glm::dvec2 active_px(const gl::Framebuffer& target) const;

    /// Draws the simulation's state into `target`.
    void draw(gl::Framebuffer& target);
    /// Returns all panes as a picture. Can be called only without an OpenGL context. Waits for the
    /// device.
    Picture picture(unsigned width, unsigned height);

    /// Draws color bars, axes, and the status over the picture, with Dear ImGui. Other parts of the
    /// window cover the lowest `covered_px` pixels, so bars stay above them.
    void draw_overlay(float covered_px = 0) const;
    bool& has_status() noexcept { return has_status_; }  ///< true: draws the status line

    /// Handles a frame's mouse input and the fly keys W A S D Q E. Each pane receives the mouse
    /// events inside the pane. The active pane receives the keys.
    void control(const app::Frame& frame);
    /// Binds all keys except the fly keys. The viewer must outlive `keys`.
    void bind_keys(app::Keys& keys);

    /// True if the simulation receives drags with the left button.
    bool takes_drags() const { return active().takes_drags(); }

    /// Rebuilds the list of views after another version of the file was adopted.
    void refresh_views();
    [[deprecated("use refresh_views")]] void look_again() { refresh_views(); }

private:
    std::unique_ptr<Pane> make_pane() const;
    void link(std::span<const PaneInput> inputs);
    std::vector<gl::Rectangle> parts() const;
    void read_keys(std::span<const gl::Event> events);
    Flight flight();
    void show_another(Pane& pane) const;

    Simulation* simulation_;
    Simulation* other_ = nullptr;  // the other simulation in a comparison
    std::optional<gl::Context> context_;
    interop::Sharing sharing_;
    std::shared_ptr<ViewKernels> kernels_;
    std::vector<std::unique_ptr<Pane>> panes_;
    std::size_t active_ = 0;
    Arrangement arrangement_ = Arrangement::grid;
    gl::Rectangle window_;
    Pointer pointer_;
    std::set<gl::Key> held_;  // fly keys that are held down
    bool is_fast_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    Bookmarks bookmarks_;
    unsigned bookmark_changes_ = 0;
    bool has_status_ = true;
    std::vector<PaneChoices> before_;  // choices of the panes before the comparison
    Arrangement arrangement_before_ = Arrangement::grid;
};

}  // namespace glint::studio
