// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/studio/views/detail/difference.hpp>
#include <glint/studio/views/detail/pane_choices.hpp>
#include <glint/studio/views/detail/pointer.hpp>
#include <glint/studio/views/detail/points_view.hpp>

namespace glint::studio {

/// A picked element.
struct Picked {
    std::size_t structure = 0;
    std::array<std::size_t, 3> at{};
};

/// The movement of a flying camera: its components, each from -1 to 1, and its duration.
struct Flight {
    glm::vec3 right_up_ahead{};
    bool is_fast = false;
    Seconds time{};
};

/// Shows one view of a simulation in a part of the picture, and converts positions of the mouse to
/// positions in the view.
class Pane {
public:
    /// Shows the first view of the file. The simulation must outlive this object.
    Pane(Simulation& simulation, std::shared_ptr<ViewKernels> kernels,
         std::optional<gl::Context> context, interop::Sharing sharing);

    Simulation& simulation() const noexcept { return *simulation_; }

    /// Return all available views, and the current view as annotated. The current view is null if
    /// nothing can be shown.
    const std::vector<DeclaredView>& all() const noexcept { return all_; }
    const DeclaredView* shown() const noexcept {
        return all_.empty() || is_missing_ ? nullptr : &all_[chosen_];
    }
    /// Returns the view that provides the colors: the current view, or for points and surfaces the
    /// selected values. Null if the points have a uniform color.
    const DeclaredView* colored() const;
    /// Returns the possible color sources, as indices into all(). Planes and volumes can only use
    /// their own values.
    std::vector<std::size_t> color_sources() const;
    /// Returns the points that the file draws over the current view; null if the file draws none.
    const DeclaredView* points_over() const;
    /// Returns the view that provides the colors, with the pane's settings applied.
    std::optional<DeclaredView> colored_as_seen() const;
    /// Returns the view that provided the colors of the last picture; nullopt if the picture does
    /// not have such a view.
    const std::optional<DeclaredView>& drawn() const noexcept { return drawn_; }
    /// Returns the settings that override the annotation of the view that provides the colors.
    DisplayOverride& look();
    /// Returns the View that this pane uses for the current view.
    View shown_view() const { return seen_now(*shown()).view; }
    void set_view(View view);
    /// Returns the scale for the level of a surface that another field colors.
    const ColorScale& level_scale() const noexcept { return level_scale_; }
    /// Returns the radius of balls, including those of liquids, in the unit of positions: the
    /// chosen value, or a default that depends on the number of points.
    float radius() const { return choices_.radius > 0 ? choices_.radius : suitable_radius(); }
    float suitable_radius() const;
    /// Returns the relief of balls: the chosen value, or else 1 for kManyPoints points or more, and
    /// 0 for fewer points.
    float relief() const;
    /// Returns the options for the current view, which must show points.
    PointsOptions points_options() const;
    /// Returns the style of the points: as annotated, unless the user has chosen another style.
    PointStyle style() const { return seen_now(*shown()).style; }
    /// True for a liquid, which has a default color unless another color is chosen.
    bool is_liquid() const { return style() == PointStyle::liquid; }
    void set_style(PointStyle style) { choices_.overrides[shown()->full_name].style = style; }
    void choose(std::size_t index);
    /// Shows the view named "level" or "Pond.level". Throws as find_view does.
    void choose(const std::string& name);

    PaneChoices& choices() noexcept { return choices_; }
    const PaneChoices& choices() const noexcept { return choices_; }
    /// Applies these choices. Ignores views and values that are not in the file.
    void set_choices(const PaneChoices& choices);
    /// Shows the view that another pane shows, with the same camera and the same picked element.
    /// Shows a message if this pane's file does not declare the view.
    void follow(const Pane& leader);
    /// Uses the color scale of another pane. The other pane must be drawn before this pane, and
    /// must outlive this pane.
    void use_colors_of(const Pane* other) { like_ = other; }
    /// From now on, shows the difference from another simulation.
    void subtract(Simulation& other) { difference_.emplace(other); }

    /// Returns the slice of an image, clamped to the grid.
    GridPlane plane() const;
    /// True if the pane shows the cells of a plane, not a 3D scene.
    bool is_flat() const;
    /// True for points with two coordinates, which are shown in a plane: x to the right, y up.
    bool are_points_flat() const;
    /// True if the pane uses a PlaneCamera, not a 3D camera.
    bool has_plane() const { return is_flat() || are_points_flat(); }
    /// True if drags with the left button go to the simulation.
    bool takes_drags() const;
    /// share_drags() sends drags to `other` in addition to the pane's simulation; redirect_drags()
    /// sends them only to `other`.
    void share_drags(Simulation& other) { dragged_.push_back(&other); }
    void redirect_drags(Simulation& other) { dragged_ = {&other}; }

    /// Returns the camera of a plane for a picture of this size.
    PlaneCamera plane_camera(glm::dvec2 picture_px) const;
    /// Returns the size of the last picture; 0 before the first picture.
    glm::dvec2 picture_px() const { return {part_.width, part_.height}; }

    /// Draws the state into a part of `target`.
    void draw(gl::Framebuffer& target, const gl::Rectangle& part);
    /// Returns the pane as a picture. Can be called only without an OpenGL context. Waits for the
    /// device.
    Picture picture(const gl::Rectangle& part);
    /// Draws the overlay of the last picture, with Dear ImGui. If there are several panes, adds the
    /// label of the view unless the color bar shows it. Other parts of the window cover the lowest
    /// `covered_px` pixels, so bars stay above them.
    void draw_overlay(bool is_one_of_several, float covered_px = 0) const;

    /// Handles a frame's mouse input. The wheel, the right button, and the middle button move the
    /// camera. A drag with the left button moves the camera too, unless the simulation has `drag`
    /// kernels and receives the drag. A click picks an element: a left click, or a right click if
    /// the simulation receives drags with the left button.
    void control(const PaneInput& input);
    void fly(const Flight& flight);

    /// Returns the element under a pixel of the last picture, or nullopt if no element is there.
    /// Pixel (0, 0) is at the upper left corner. Waits for the device.
    std::optional<Picked> pick(glm::dvec2 px);
    const std::optional<Picked>& picked() const noexcept { return picked_; }
    void set_picked(const Picked& picked) { picked_ = picked; }
    /// Picks this element and centers the view on it. If the current view does not show the
    /// structure of the element, first switches to a view of that structure.
    void jump_to(const Picked& picked);

    /// Fits everything into the view again.
    void fit();
    /// Rebuilds the list of views after another version of the file was adopted. Keeps the current
    /// view if it still exists.
    void refresh_views();

    const ColorScale& scale() const noexcept { return scale_; }
    /// Returns the reason why the last picture could not be drawn; empty if it was drawn.
    const std::string& message() const noexcept { return message_; }
    /// Sets the line of text at the top of the pane; empty for none.
    void set_caption(std::string caption) { caption_ = std::move(caption); }

private:
    std::size_t colors_index() const;
    bool is_there(const Picked& picked) const;
    std::optional<Picked> picked_like(const Pane& other) const;
    std::string view_name() const;
    DeclaredView seen_now(const DeclaredView& one) const;
    std::optional<DeclaredView> valued(const DeclaredView& one);
    void scale_by(const DeclaredView& one);
    Slice slice() const;
    PlaneCamera plane_camera() const { return plane_camera(picture_px()); }
    glm::mat4 to_clip() const;
    view::Box box() const;
    void center_on(const Picked& picked);

    void draw_part(const gl::Rectangle& part);
    void draw_shown(const DeclaredView& one);
    void draw_plane(const DeclaredView& one);
    void draw_points(const DeclaredView& places);
    void draw_points_over(const PointsOptions& options);
    PointStyle style_over() const;
    PointsOptions options_over() const;
    PointsOptions options_over_plane() const;
    PlaneCamera fitting_points(glm::dvec2 picture_px) const;
    glm::mat4 flat_to_clip() const;
    void make_flat(PointsOptions& options) const;
    glm::vec3 eye() const;
    void draw_space(const DeclaredView& one);
    std::optional<SurfaceTint> tint_of(const DeclaredView& one);
    void fit_camera();
    void draw_axes(const PaneOverlay& overlay, const PaneOverlay& free,
                   const DeclaredView& one) const;
    void draw_picked(const PaneOverlay& overlay, const DeclaredView& one) const;

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
    std::vector<DeclaredView> all_;
    std::size_t chosen_ = 0;
    bool is_missing_ = false;  ///< true if the file does not have the view of the followed pane
    PaneChoices choices_;
    std::optional<Difference> difference_;
    const Pane* like_ = nullptr;  ///< the pane whose color scale this pane uses
    std::string message_;         ///< why the last picture could not be drawn
    std::optional<DeclaredView> drawn_;
    std::optional<Canvas> canvas_;
    gl::Rectangle part_;
    ColorScale scale_;
    KnownRange range_;
    ColorScale level_scale_;  ///< for a surface that another field colors
    KnownRange level_range_;
    PointsView over_;
    KnownRange over_range_;
    std::vector<Arrow> arrows_;  ///< arrows in the last picture
    PointsView points_;
    VolumeView volume_;
    std::string caption_;
    std::optional<glm::dvec2> dragged_from_;
    std::optional<glm::dvec2> pressed_at_;  ///< where the button for picking was pressed
    std::optional<Picked> picked_;
    std::optional<Picked> wanted_;  ///< element to center in the next picture
};

}  // namespace glint::studio
