// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/studio/views/difference.hpp>
#include <glint/studio/views/pane_choices.hpp>
#include <glint/studio/views/pointer.hpp>
#include <glint/studio/views/points_view.hpp>

namespace glint::studio {

/// An element that was picked.
struct Picked {
    std::size_t structure = 0;
    std::array<std::size_t, 3> at{};
};

/// Which ways a camera is flown, each from -1 to 1, and for how long.
struct Flight {
    glm::vec3 right_up_ahead{};
    bool is_fast = false;
    Seconds time{};
};

/// Shows one thing of a simulation in a part of the picture, and turns the mouse into places in it.
class Pane {
public:
    /// Shows the first thing of the file. The simulation has to outlive it.
    Pane(Simulation& simulation, std::shared_ptr<ViewKernels> kernels,
         std::optional<gl::Context> context, interop::Sharing sharing);

    Simulation& simulation() const noexcept { return *simulation_; }

    /// All that can be chosen, and what is shown now, as its annotation says; nothing if the file
    /// shows nothing.
    const std::vector<Shown>& all() const noexcept { return all_; }
    const Shown* shown() const noexcept {
        return all_.empty() || is_missing_ ? nullptr : &all_[chosen_];
    }
    /// What gives the colours: what is shown, or for points and surfaces the values that were
    /// chosen.
    const Shown* coloured() const;
    /// Those that may, as indices of all(): of planes and clouds none but itself.
    std::vector<std::size_t> colour_sources() const;
    /// The points that the file draws over what is shown; null if there are none.
    const Shown* points_over() const;
    /// The latter as this pane shows them.
    std::optional<Shown> coloured_as_seen() const;
    /// The same as they were drawn last; nothing if they were not.
    const std::optional<Shown>& drawn() const noexcept { return drawn_; }
    /// How that differs from the annotation.
    Look& look();
    /// How what is shown is seen here.
    View shown_view() const { return seen_now(*shown()).view; }
    void set_view(View view);
    /// Of a surface's level.
    const ColourScale& level_scale() const noexcept { return level_scale_; }
    /// Of balls, those of liquids too, in their unit: what was chosen, or else what suits their
    /// number.
    float radius() const { return choices_.radius > 0 ? choices_.radius : suitable_radius(); }
    float suitable_radius() const;
    /// Of balls: what was chosen, or else 1 for many points and 0 for few.
    float relief() const;
    /// How what is shown is drawn, if it is points.
    PointsOptions points_options() const;
    /// How points are drawn here: as the file says, unless something else was chosen.
    PointStyle style() const { return seen_now(*shown()).style; }
    /// Whether it is a liquid, which has a colour of its own unless another is chosen.
    bool is_liquid() const { return style() == PointStyle::liquid; }
    void set_style(PointStyle style) { choices_.looks[shown()->full_name].style = style; }
    void choose(std::size_t index);
    /// Shows what is meant by "level" or "Pond.level". Throws as find_view does.
    void choose(const std::string& name);

    PaneChoices& choices() noexcept { return choices_; }
    const PaneChoices& choices() const noexcept { return choices_; }
    /// Goes on as these say, as far as the file has what they name.
    void set_choices(const PaneChoices& choices);
    /// Shows what another pane does through the same camera, and what was picked there; says so if
    /// the file has no such thing.
    void follow(const Pane& leader);
    /// Gives values the colours that they have in another pane, which is drawn before and outlives
    /// this one.
    void wear_colours_of(const Pane* other) { like_ = other; }
    /// Shows from now on what the simulation has more than another one.
    void subtract(Simulation& other) { difference_.emplace(other); }

    /// The slice of an image, as far as the grid has it.
    GridPlane plane() const;
    /// Returns true if it shows the cells of a plane, not space.
    bool is_flat() const;
    /// Returns true for points of two numbers, which are shown in a plane: x to the right, y up.
    bool are_points_flat() const;
    /// Returns true if it is seen through a PlaneCamera, not through a camera in space.
    bool has_plane() const { return is_flat() || are_points_flat(); }
    /// Whether left drags are the simulation's.
    bool takes_drags() const;
    /// What gets those besides the simulation, or in its place.
    void drag_too(Simulation& other) { dragged_.push_back(&other); }
    void drag_instead(Simulation& other) { dragged_ = {&other}; }

    /// Of a plane: what is shown of it in a picture of this size.
    PlaneCamera plane_camera(glm::dvec2 picture_px) const;
    /// Of what was drawn last; 0 before.
    glm::dvec2 picture_px() const { return {part_.width, part_.height}; }

    /// Draws the state into a part of `target`.
    void draw(gl::Framebuffer& target, const gl::Rectangle& part);
    /// The same as a picture of its own, where there is no context. Waits.
    Picture picture(const gl::Rectangle& part);
    /// Draws what lies over the part that was drawn last, with Dear ImGui. One of several panes has
    /// the label of what it shows, if the colour bar does not say it. Something else covers so much
    /// of its lower edge.
    void draw_overlay(bool is_one_of_several, float covered_px = 0) const;

    /// Takes a frame's mouse: the wheel and the right and the middle button move the camera; a drag
    /// with the left button is given to the simulation if it has kernels for that, and else moves
    /// the camera. A click picks, with the right button if drags are the simulation's.
    void control(const PaneInput& input);
    void fly(const Flight& flight);

    /// The element under a pixel of the last picture, from its upper left corner, as its structure
    /// counts them. Waits.
    std::optional<Picked> pick(glm::dvec2 px);
    const std::optional<Picked>& picked() const noexcept { return picked_; }
    void set_picked(const Picked& picked) { picked_ = picked; }
    /// Picks this element, and shows it in the picture's centre; of a structure that is not shown,
    /// shows that first.
    void jump_to(const Picked& picked);

    /// Shows all again.
    void fit();
    /// Finds out anew what there is to be seen, after another version of the file was adopted; goes
    /// on with what was shown, if it is still there.
    void look_again();

    const ColourScale& scale() const noexcept { return scale_; }
    /// Why there was no picture; empty if there was one.
    const std::string& message() const noexcept { return message_; }
    /// A line at the top of the pane; empty for none.
    void set_caption(std::string caption) { caption_ = std::move(caption); }

private:
    std::size_t colours_index() const;
    bool is_there(const Picked& picked) const;
    std::optional<Picked> picked_like(const Pane& other) const;
    std::string look_name() const;
    Shown seen_now(const Shown& one) const;
    std::optional<Shown> valued(const Shown& one);
    void scale_by(const Shown& one);
    Slice slice() const;
    PlaneCamera plane_camera() const { return plane_camera(picture_px()); }
    glm::mat4 to_clip() const;
    view::Box box() const;
    void centre_on(const Picked& picked);

    void draw_part(const gl::Rectangle& part);
    void draw_shown(const Shown& one);
    void draw_plane(const Shown& one);
    void draw_points(const Shown& places);
    void draw_points_over(const PointsOptions& options);
    PointStyle style_over() const;
    PointsOptions options_over() const;
    PointsOptions options_over_plane() const;
    PlaneCamera fitting_points(glm::dvec2 picture_px) const;
    glm::mat4 flat_to_clip() const;
    void make_flat(PointsOptions& options) const;
    glm::vec3 eye() const;
    void draw_space(const Shown& one);
    std::optional<SurfaceTint> tint_of(const Shown& one);
    void fit_camera();
    void draw_axes(const PaneOverlay& overlay, const PaneOverlay& free, const Shown& one) const;
    void draw_picked(const PaneOverlay& overlay, const Shown& one) const;

    std::array<float, 3> place_at(glm::dvec2 px) const;
    std::array<float, 3> place_in_space(glm::dvec2 px) const;
    void click(const PaneInput& input);
    void drag(const PaneInput& input);
    void drag_to(glm::dvec2 px);
    void move_plane(const PaneInput& input);
    void move_camera(const PaneInput& input);

    Simulation* simulation_;
    std::vector<Simulation*> dragged_;
    std::shared_ptr<ViewKernels> kernels_;
    std::optional<gl::Context> context_;
    interop::Sharing sharing_;
    std::vector<Shown> all_;
    std::size_t chosen_ = 0;
    bool is_missing_ = false;  ///< whether it follows a pane that shows what the file does not have
    PaneChoices choices_;
    std::optional<Difference> difference_;
    const Pane* like_ = nullptr;  ///< whose colours the values have
    std::string message_;         ///< why there is no picture
    std::optional<Shown> drawn_;
    std::optional<Canvas> canvas_;
    gl::Rectangle part_;
    ColourScale scale_;
    KnownRange range_;
    ColourScale level_scale_;  ///< of a surface whose colours another field gives
    KnownRange level_range_;
    PointsView over_;
    KnownRange over_range_;
    std::vector<Arrow> arrows_;  ///< of the last picture
    PointsView points_;
    VolumeView volume_;
    std::string caption_;
    std::optional<glm::dvec2> dragged_from_;
    std::optional<glm::dvec2> pressed_at_;  ///< of a button that may pick
    std::optional<Picked> picked_;
    std::optional<Picked> wanted_;  ///< to be in the centre of the next picture
};

}  // namespace glint::studio
