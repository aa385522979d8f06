// SPDX-License-Identifier: MIT
#include <cmath>
#include <filesystem>

#include <gl/headless.hpp>
#include <glint/view/background_renderer.hpp>
#include <glint/view/image_renderer.hpp>
#include <glint/view/line_renderer.hpp>
#include <glint/view/point_renderer.hpp>
#include <support/reference_pictures.hpp>

// Compares whole pictures with those in tests/view/references, which a person has checked. After an
// intended change, run this test with GLINT_WRITE_REFERENCES=1 to write new ones, then look at
// them.
namespace glint {
namespace {

// Maximum RMS difference from a reference, out of 255. The rasterizers of Mesa and NVIDIA differ in
// whole edge pixels, so single pixels prove nothing. A color that is off by 2 % everywhere, or a
// point that is off by a pixel, exceeds the limit.
constexpr double kReferenceTolerance = 3.0;

void expect_reference(const Picture& actual, const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(GLINT_REFERENCE_DIR) / name;
    if (test::writes_references()) write_png(path, actual);
    test::expect_picture(actual, path, kReferenceTolerance);
}

class ReferenceImages : public test::OnContext {
protected:
    void SetUp() override {
        OnContext::SetUp();
        if (IsSkipped()) return;
        target_.emplace(context(), gl::FramebufferOptions{.width = 480, .height = 270});
        view::BackgroundRenderer().draw(*target_);
    }

    gl::Framebuffer& target() { return *target_; }

    /// A double helix inside the box `bounds`; w rises from 0 to 1 along it.
    gl::Buffer<glm::vec4> helix(int count) {
        std::vector<glm::vec4> points;
        for (int i = 0; i < count; ++i) {
            const float along = static_cast<float>(i) / static_cast<float>(count);
            const float angle = 25.0f * along + (i % 2 ? 3.14159f : 0.0f);
            points.emplace_back(2 * along - 1, 0.4f * std::cos(angle), 0.4f * std::sin(angle),
                                along);
        }
        return gl::Buffer<glm::vec4>(context(), std::span<const glm::vec4>(points));
    }

    view::Box bounds_{{-1, -0.5f, -0.5f}, {1, 0.5f, 0.5f}};
    view::OrbitCamera camera_{{.distance_m = 2.4f}};

private:
    std::optional<gl::Framebuffer> target_;
};

TEST_F(ReferenceImages, GlowInABox) {
    view::LineRenderer().draw(target(), bounds_, camera_);
    view::PointRenderer({.radius_px = 2.5f, .colormap = "plasma"})
        .draw_values(target(), helix(4000), camera_);
    expect_reference(target().read_pixels(), "glow.png");
}

TEST_F(ReferenceImages, BallsInABox) {
    view::LineRenderer().draw(target(), bounds_, camera_);
    view::PointRenderer({.radius_px = 5, .style = view::PointStyle::balls})
        .draw_values(target(), helix(600), camera_);
    expect_reference(target().read_pixels(), "balls.png");
}

TEST_F(ReferenceImages, AField) {
    constexpr int kSide = 64;
    std::vector<float> values;
    for (int i = 0; i < kSide * kSide; ++i) {
        const float x = static_cast<float>(i % kSide) / 10;
        const float y = static_cast<float>(i / kSide) / 10;
        values.push_back(std::sin(x * y / 2) * std::cos(x - y));
    }
    gl::Texture2D field(context(), {.width = kSide, .height = kSide, .format = PixelFormat::r32f});
    field.upload(std::span<const float>(values));
    view::ImageRenderer({.min = -1, .max = 1}).draw(target(), field);
    expect_reference(target().read_pixels(), "field.png");
}

}  // namespace
}  // namespace glint
