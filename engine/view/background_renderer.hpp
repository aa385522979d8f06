// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glm/vec3.hpp>

#include <glint/gl/framebuffer.hpp>

namespace glint::view {

struct BackgroundOptions {
    glm::vec3 center{0.062f, 0.070f, 0.098f};  ///< sRGB, each channel from 0 to 1
    glm::vec3 edge{0.012f, 0.014f, 0.022f};
};

/// Fills the background with a vignette: `center` in the middle, darker at the edges.
class BackgroundRenderer {
public:
    explicit BackgroundRenderer(const BackgroundOptions& options = {});
    BackgroundRenderer(BackgroundRenderer&&) noexcept;
    BackgroundRenderer& operator=(BackgroundRenderer&&) noexcept;
    ~BackgroundRenderer();

    /// Draws over all of `target` and sets the depth of all pixels to the farthest value.
    void draw(gl::Framebuffer& target);

    BackgroundOptions& options() noexcept { return options_; }

private:
    struct Resources;

    BackgroundOptions options_;
    std::unique_ptr<Resources> resources_;  // for the context of the first target
};

}  // namespace glint::view
