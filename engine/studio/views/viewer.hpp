#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/app/app.hpp>
#include <glint/studio/views/image_view.hpp>
#include <glint/studio/views/overlay.hpp>
#include <glint/studio/views/points_view.hpp>
#include <glint/studio/views/volume_view.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::studio {

/// An element that was picked.
struct Picked {
    std::size_t structure = 0;
    std::array<std::size_t, 3> at{};
};

/// Shows one thing of a simulation at a time, and turns the mouse into places in it.
class Viewer {
public:
    /// Shows the first thing of the file. The simulation has to outlive it.
    Viewer(Simulation& simulation, const gl::Context& context, interop::Sharing sharing);

    /// All that can be chosen, and what is shown now; nothing if the file shows nothing.
    const std::vector<Shown>& all() const noexcept { return all_; }
    const Shown* shown() const noexcept { return all_.empty() ? nullptr : &all_[chosen_]; }
    void choose(std::size_t index);

    /// Draws the simulation's state into `target`.
    void draw(gl::Framebuffer& target);

    /// Draws colour bar, axes and status over the picture, with Dear ImGui.
    void draw_overlay() const;
    OverlayOptions& overlay() noexcept { return overlay_; }
    VolumeOptions& volume() noexcept { return volume_; }
    float& radius() noexcept { return radius_; }  ///< of points, in their unit

    /// Takes a frame's mouse: the wheel and the right button move the camera; a drag with the left
    /// button is given to the simulation if it has kernels for that, and else moves the camera. A
    /// click picks, with the right button if drags are the simulation's.
    void control(const app::Frame& frame);

    /// Whether the left button is the simulation's.
    bool takes_drags() const;

    /// The element under a pixel of the last picture, as its structure counts them. Waits.
    std::optional<Picked> pick(glm::dvec2 px);
    const std::optional<Picked>& picked() const noexcept { return picked_; }

    /// Shows all again.
    void fit();
    /// Finds out anew what there is to be seen, after another version of the file was adopted; goes
    /// on with what was shown, if it is still there.
    void look_again();

    const ColourScale& scale() const noexcept { return scale_; }

private:
    /// What gives the colours: what is shown, or for points the values that were chosen.
    const Shown* coloured() const;
    glm::mat4 to_clip() const;
    bool is_flat() const;
    void fit_box();
    void draw_shown(const Shown& one);
    void draw_plane(const Shown& one);
    void draw_points();
    PointsOptions points_options() const;
    void draw_picked() const;
    void click(const app::Frame& frame);
    void drag(const app::Frame& frame);
    void move_plane(const app::Frame& frame);
    glm::dvec2 picture_px() const;
    std::array<float, 3> place_at(glm::dvec2 px) const;

    Simulation* simulation_;
    gl::Context context_;
    interop::Sharing sharing_;
    std::vector<Shown> all_;
    std::size_t chosen_ = 0;
    std::optional<Canvas> canvas_;
    ColourScale scale_;
    std::optional<PlaneCamera> plane_;  // nothing until the picture's size is known
    view::OrbitCamera orbit_;
    bool is_fitted_ = false;
    view::Box box_{.min = glm::vec3(-1), .max = glm::vec3(1)};
    float radius_ = 0.01f;
    std::vector<Arrow> arrows_;  ///< of the last picture
    VolumeOptions volume_;
    OverlayOptions overlay_;
    PointsView points_;
    std::optional<glm::dvec2> dragged_from_;
    std::optional<glm::dvec2> pressed_at_;  ///< of a button that may pick
    std::optional<Picked> picked_;
};

}  // namespace glint::studio
