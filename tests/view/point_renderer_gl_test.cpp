// SPDX-License-Identifier: MIT
#include <glint/view/point_renderer.hpp>

#include <cmath>
#include <numbers>

#include <gl/headless.hpp>
#include <glint/view/colormap.hpp>

namespace glint {
namespace {

using test::contains;
using test::error_of;
using test::pixel;
using test::Rgba;
using view::PointStyle;

class PointRenderer : public test::OnContext {
protected:
    static constexpr int kSize = 41;

    // The camera is 1 m away, with a 90-degree field of view. The target is at the center of pixel
    // 20, 20.
    view::OrbitCamera camera_{{.distance_m = 1,
                               .yaw_rad = 0,
                               .pitch_rad = 0,
                               .vertical_fov_rad = std::numbers::pi_v<float> / 2}};

    template <class T>
    gl::Buffer<T> buffer(const std::vector<T>& values) {
        return gl::Buffer<T>(context(), std::span<const T>(values));
    }

    gl::Framebuffer target() {
        return gl::Framebuffer(context(), {.width = kSize, .height = kSize});
    }

    Picture draw(const std::vector<glm::vec4>& positions, const view::PointOptions& options) {
        gl::Framebuffer picture = target();
        view::PointRenderer(options).draw(picture, buffer(positions), camera_);
        return picture.read_pixels();
    }
};

/// Number of pixels in row 20 that are not black.
int width_of(const Picture& image) {
    int count = 0;
    for (unsigned x = 0; x < image.width; ++x) count += pixel(image, x, 20)[1] > 0;
    return count;
}

/// Total light in a channel.
double light_of(const Picture& image, std::size_t channel) {
    double sum = 0;
    for (unsigned i = 0; i < image.width * image.height; ++i) {
        const double shown = pixel(image, i % image.width, i / image.width)[channel] / 255.0;
        sum += -std::log(1 - std::pow(std::min(shown, 0.999), 1.5));
    }
    return sum;
}

TEST_F(PointRenderer, DrawsPointsAtTheirPositions) {
    const view::PointOptions options = {.radius_px = 2, .halo = 0};
    const Picture image = draw({{0.5f, 0.25f, 0, 1}}, options);
    EXPECT_GT(pixel(image, 30, 15)[2], 100);
    EXPECT_EQ(pixel(image, 20, 20), (Rgba{0, 0, 0, 255}));
    EXPECT_EQ(pixel(image, 30, 25), (Rgba{0, 0, 0, 255}));
}

TEST_F(PointRenderer, DrawsTheRequestedRadius) {
    for (const float radius : {2.0f, 5.0f, 9.0f}) {
        const Picture image =
            draw({{0, 0, 0, 1}}, {.radius_px = radius, .style = PointStyle::balls});
        EXPECT_NEAR(width_of(image), 2 * radius + 1, 1.0) << radius;
    }
}

TEST_F(PointRenderer, DrawsNearPointsLargerOnRequest) {
    const view::PointOptions options = {.radius_px = 4, .style = PointStyle::balls};
    view::PointOptions constant = options;
    constant.attenuate = false;
    // At half the distance from the camera, it is twice as large.
    EXPECT_NEAR(width_of(draw({{0, 0, 0.5f, 1}}, options)), 17, 1.0);
    EXPECT_NEAR(width_of(draw({{0, 0, 0.5f, 1}}, constant)), 9, 1.0);
}

TEST_F(PointRenderer, GlowMatchesItsFormula) {
    // A spot's light is energy * colour^1.5 * (1 - (r / R)^2)^2. Its integral is pi R^2 / 3 times
    // the factors in front. It is shown as (1 - exp(-light))^(2/3). This few points get the maximum
    // energy, 2.
    constexpr double kOpacity = 0.125;  // far from white, where light would saturate
    const view::PointOptions options = {
        .radius_px = 3, .opacity = float{kOpacity}, .halo = 0, .color = {0.3f, 0.5f, 1.0f, 1.0f}};
    const double radius = 3.5;  // including the smooth edge
    for (const float x : {0.0f, 0.013f, 0.2f}) {
        for (const int count : {1, 2, 3}) {
            const std::vector<glm::vec4> positions(static_cast<std::size_t>(count), {x, 0, 0, 1});
            const Picture image = draw(positions, options);
            const double expected = count * 2 * kOpacity * std::numbers::pi * radius * radius / 3;
            // The light is computed from dithered 8-bit values, whose levels are farthest apart
            // here.
            EXPECT_NEAR(light_of(image, 0), expected * std::pow(0.3, 1.5), 0.06 * expected);
            EXPECT_NEAR(light_of(image, 1), expected * std::pow(0.5, 1.5), 0.04 * expected);
            EXPECT_NEAR(light_of(image, 2), expected, 0.04 * expected);
        }
    }
}

TEST_F(PointRenderer, GlowIsReproducible) {
    std::vector<glm::vec4> positions;
    for (int i = 0; i < 100'000; ++i) {
        const auto angle = static_cast<float>(i);
        positions.emplace_back(0.6f * std::cos(angle), 0.6f * std::sin(1.7f * angle), 0, 1);
    }
    EXPECT_EQ(draw(positions, {}).rgba, draw(positions, {}).rgba);
}

TEST_F(PointRenderer, OffscreenPointsGlowIntoTheImage) {
    // The point is 3 pixels beyond the right edge.
    const float x = 23.5f / 20.5f;
    const Picture image = draw({{x, 0, 0, 1}}, {.radius_px = 12, .halo = 0});
    EXPECT_GT(pixel(image, 40, 20)[2], 50);
    EXPECT_EQ(pixel(image, 5, 20)[2], 0);
}

TEST_F(PointRenderer, GlowOfManyPointsDoesNotSaturate) {
    // Many points cover the whole picture; the energy depends on their number.
    for (const int side : {40, 400}) {
        std::vector<glm::vec4> positions;
        const auto place = [side](int i) {
            return 2.0f * (static_cast<float>(i) + 0.5f) / static_cast<float>(side) - 1.0f;
        };
        for (int i = 0; i < side * side; ++i) {
            positions.emplace_back(place(i % side), place(i / side), 0, 1);
        }
        const Picture image =
            draw(positions, {.radius_px = 1.5f, .halo = 0, .color = glm::vec4(1)});
        double sum = 0;
        for (unsigned i = 5; i < 36; ++i) sum += pixel(image, i, 20)[0];
        EXPECT_GT(sum / 31, 40) << side;
        EXPECT_LT(sum / 31, 160) << side;
    }
}

TEST_F(PointRenderer, HaloExtendsBeyondThePoint) {
    const std::vector<glm::vec4> one = {{0, 0, 0, 1}};
    EXPECT_EQ(pixel(draw(one, {.radius_px = 4, .halo = 0}), 32, 20)[2], 0);
    EXPECT_GT(pixel(draw(one, {.radius_px = 4, .halo = 1}), 32, 20)[2], 3);
}

TEST_F(PointRenderer, GlowBrightensTheBackground) {
    gl::Framebuffer picture = target();
    picture.clear({0.2f, 0.2f, 0.2f, 1});
    view::PointRenderer renderer({.radius_px = 3, .halo = 0, .color = {1, 0, 0, 1}});
    renderer.draw(picture, buffer<glm::vec4>({{0, 0, 0, 1}}), camera_);
    const Rgba middle = pixel(picture.read_pixels(), 20, 20);
    EXPECT_GT(middle[0], 200);
    EXPECT_NEAR(middle[1], 51, 1);
    EXPECT_EQ(middle[3], 255);
}

TEST_F(PointRenderer, NearerBallsHideFartherOnes) {
    const auto positions = buffer<glm::vec4>({{0, 0, 0.3f, 1}, {0, 0, 0, 1}});
    const auto colors = buffer<glm::u8vec4>({{255, 0, 0, 255}, {0, 255, 0, 255}});
    gl::Framebuffer picture = target();
    view::PointRenderer renderer({.radius_px = 4, .style = PointStyle::balls});
    renderer.draw(picture, positions, colors, camera_);
    const Rgba middle = pixel(picture.read_pixels(), 20, 20);
    EXPECT_GT(middle[0], 2 * middle[1]);
}

TEST_F(PointRenderer, RefusesUnknownColormapsImmediately) {
    const Error error = error_of([] { view::PointRenderer({.colormap = "plasm"}); });
    EXPECT_EQ(error.code(), ErrorCode::not_found);
    EXPECT_STREQ(
        error.what(),
        "cannot find colormap 'plasm': the colormaps are viridis, magma, inferno, plasma, turbo, "
        "grey, coolwarm; did you mean 'plasma'?");
}

TEST_F(PointRenderer, ColorsByBytesFloatsAndValuesAgree) {
    const auto positions = buffer<glm::vec4>({{0, 0, 0, 0.75f}});
    const glm::vec3 color = view::Colormap("turbo").at(0.5f);
    const view::PointOptions options = {.radius_px = 5,
                                        .style = PointStyle::balls,
                                        .color = glm::vec4(color, 1),
                                        .colormap = "turbo",
                                        .min = 0.5f,
                                        .max = 1.0f};
    const auto drawn = [&](auto&& draw_with) {
        gl::Framebuffer picture = target();
        view::PointRenderer renderer(options);
        draw_with(renderer, picture);
        return pixel(picture.read_pixels(), 20, 20);
    };
    const Rgba plain = drawn([&](auto& r, auto& t) { r.draw(t, positions, camera_); });
    const std::array<Rgba, 4> others = {
        drawn([&](auto& r, auto& t) {
            r.draw(t, positions, buffer<glm::u8vec4>({glm::u8vec4(255.0f * color, 255)}), camera_);
        }),
        drawn([&](auto& r, auto& t) {
            r.draw(t, positions, buffer<glm::vec4>({glm::vec4(color, 1)}), camera_);
        }),
        drawn([&](auto& r, auto& t) { r.draw(t, positions, buffer<float>({0.75f}), camera_); }),
        drawn([&](auto& r, auto& t) { r.draw_values(t, positions, camera_); })};
    ASSERT_GT(plain[1], 100);
    for (const Rgba& other : others) {
        for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(other[i], plain[i], 2);
    }
}

TEST_F(PointRenderer, SupportsNoPoints) {
    gl::Framebuffer picture = target();
    view::PointRenderer().draw(picture, gl::Buffer<glm::vec4>(context(), 0), camera_);
    EXPECT_EQ(width_of(picture.read_pixels()), 0);
}

TEST_F(PointRenderer, RefusesTooFewColors) {
    gl::Framebuffer picture = target();
    view::PointRenderer renderer;
    const gl::Buffer<glm::vec4> positions(context(), 3);
    const gl::Buffer<glm::u8vec4> colors(context(), 2);
    const Error failure = error_of([&] { renderer.draw(picture, positions, colors, camera_); });
    EXPECT_EQ(failure.code(), ErrorCode::invalid_argument);
    EXPECT_STREQ(failure.what(), "cannot draw 3 points: there are only 2 colors");
}

TEST_F(PointRenderer, RefusesBuffersOfAnotherContext) {
    const gl::HeadlessContext other;
    const gl::Buffer<glm::vec4> positions(other, 3);
    gl::Framebuffer picture = target();
    view::PointRenderer renderer;
    const Error failure = error_of([&] { renderer.draw(picture, positions, camera_); });
    EXPECT_EQ(failure.code(), ErrorCode::invalid_state);
    EXPECT_TRUE(contains(failure.what(), "the object belongs to another OpenGL context"));
}

TEST_F(PointRenderer, FollowsTheTargetsSize) {
    gl::Framebuffer picture = target();
    view::PointRenderer renderer({.radius_px = 3, .halo = 0});
    const auto positions = buffer<glm::vec4>({{0, 0, 0, 1}});
    renderer.draw(picture, positions, camera_);
    picture.resize(61, 31);
    renderer.draw(picture, positions, camera_);
    EXPECT_GT(pixel(picture.read_pixels(), 30, 15)[2], 200);
    EXPECT_EQ(pixel(picture.read_pixels(), 0, 0), (Rgba{0, 0, 0, 255}));
}

}  // namespace
}  // namespace glint
