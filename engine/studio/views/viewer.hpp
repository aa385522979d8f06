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
#include <glint/studio/views/layout.hpp>
#include <glint/studio/views/pane.hpp>

namespace glint::app {
class Frame;
}

namespace glint::studio {

/// Shows a simulation in one to four panes, one of which is the active one: that where a mouse
/// button went down last.
class Viewer {
public:
    static constexpr std::size_t kMostPanes = 4;
    static constexpr std::size_t kBookmarks = 9;
    using Bookmarks = std::array<std::optional<Bookmark>, kBookmarks>;

    /// One pane, which shows the first thing of the file. The simulation has to outlive it.
    /// Without a context it gives pictures, and does not draw.
    Viewer(Simulation& simulation, std::optional<gl::Context> context, interop::Sharing sharing);

    std::size_t pane_count() const noexcept { return panes_.size(); }
    Pane& pane(std::size_t index) { return *panes_[index]; }
    const Pane& pane(std::size_t index) const { return *panes_[index]; }
    Pane& active() noexcept { return *panes_[active_]; }
    const Pane& active() const noexcept { return *panes_[active_]; }
    std::size_t active_index() const noexcept { return active_; }
    void activate(std::size_t index) { active_ = index; }

    /// Goes on with so many panes, 1 to kMostPanes. New ones show what no other does, as far as
    /// there is more; the active one stays.
    void split(std::size_t panes, Arrangement arrangement);
    Arrangement arrangement() const noexcept { return arrangement_; }

    /// Shows each of these in a pane of its own, side by side if they are two. Throws as find_view
    /// does, and Error(invalid_argument) unless there are 1 to kMostPanes.
    void show(const std::vector<std::string>& names);

    /// Who gets the drags of simulations that are compared.
    enum class Drags { both, first };
    /// Shows what another simulation has beside this one's, and below the difference of both: three
    /// panes from then on, which all show the same through one camera. The other has to outlive it,
    /// too, or what end_comparison() ends.
    void compare(Simulation& other, Drags drags = Drags::both);
    /// Goes back to the panes that there were before.
    void end_comparison();
    bool is_comparing() const noexcept { return other_ != nullptr; }

    /// Of the active pane.
    const std::vector<Shown>& all() const noexcept { return active().all(); }
    const Shown* shown() const noexcept { return active().shown(); }
    void choose(std::size_t index) { active().choose(index); }
    void fit() { active().fit(); }
    const ColourScale& scale() const noexcept { return active().scale(); }
    std::optional<Picked> pick(glm::dvec2 px) { return active().pick(px); }
    const std::optional<Picked>& picked() const noexcept { return active().picked(); }
    void jump_to(const Picked& picked) { active().jump_to(picked); }

    /// Keeps what the active pane shows and its camera, or goes back there. `index` is below
    /// kBookmarks.
    void keep_bookmark(std::size_t index);
    bool has_bookmark(std::size_t index) const { return bookmarks_[index].has_value(); }
    void go_to_bookmark(std::size_t index);
    const Bookmarks& bookmarks() const noexcept { return bookmarks_; }
    void set_bookmarks(Bookmarks bookmarks) { bookmarks_ = std::move(bookmarks); }
    /// How often one was kept.
    unsigned bookmark_changes() const noexcept { return bookmark_changes_; }

    /// Shows this in the active pane, and those that are linked to it.
    void set_choices(const PaneChoices& choices);
    /// The size of the active pane in a picture of this one.
    glm::dvec2 active_px(const gl::Framebuffer& target) const;

    /// Draws the simulation's state into `target`.
    void draw(gl::Framebuffer& target);
    /// The same as a picture, where there is no context. Waits.
    Picture picture(unsigned width, unsigned height);

    /// Draws colour bars, axes and the status over the picture, with Dear ImGui. Bars stay above the
    /// part of its lower edge that something else covers.
    void draw_overlay(float covered_px = 0) const;
    bool& has_status() noexcept { return has_status_; }  ///< whether the status is drawn

    /// Takes a frame's mouse, and the keys W A S D Q E by which one flies: each pane gets what
    /// happens in it, and the active one the keys.
    void control(const app::Frame& frame);
    /// Binds the other keys. It has to outlive them.
    void bind_keys(app::Keys& keys);

    /// Whether the left button is the simulation's.
    bool takes_drags() const { return active().takes_drags(); }

    /// Finds out anew what there is to be seen, after another version of the file was adopted.
    void look_again();

private:
    std::unique_ptr<Pane> make_pane() const;
    void link(std::span<const PaneInput> inputs);
    std::vector<gl::Rectangle> parts() const;
    void read_keys(std::span<const gl::Event> events);
    Flight flight();
    void show_another(Pane& pane) const;

    Simulation* simulation_;
    Simulation* other_ = nullptr;  // that it is compared with
    std::optional<gl::Context> context_;
    interop::Sharing sharing_;
    std::shared_ptr<ViewKernels> kernels_;
    std::vector<std::unique_ptr<Pane>> panes_;
    std::size_t active_ = 0;
    Arrangement arrangement_ = Arrangement::grid;
    gl::Rectangle window_;
    Pointer pointer_;
    std::set<gl::Key> held_;  // of those that fly
    bool is_fast_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    Bookmarks bookmarks_;
    unsigned bookmark_changes_ = 0;
    bool has_status_ = true;
    std::vector<PaneChoices> before_;  // of the panes, before two were compared
    Arrangement arrangement_before_ = Arrangement::grid;
};

}  // namespace glint::studio
