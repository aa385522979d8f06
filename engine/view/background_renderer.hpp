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

/// A dark vignette as the background, instead of a plain clear.
class BackgroundRenderer {
public:
    explicit BackgroundRenderer(const BackgroundOptions& options = {});
    BackgroundRenderer(BackgroundRenderer&&) noexcept;
    BackgroundRenderer& operator=(BackgroundRenderer&&) noexcept;
    ~BackgroundRenderer();

    /// Covers all of `target` and sets its depth to the farthest.
    void draw(gl::Framebuffer& target);

    BackgroundOptions& options() noexcept { return options_; }

private:
    struct Resources;

    BackgroundOptions options_;
    std::unique_ptr<Resources> resources_;  // created in the first target's context
};

}  // namespace glint::view
