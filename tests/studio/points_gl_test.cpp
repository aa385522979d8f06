// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/points_view.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/driver/copies.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/studio/views/viewer.hpp>
#include <glint/view/background_renderer.hpp>
#include <glint/view/point_renderer.hpp>
#include <support/backends.hpp>
#include <support/kept_pictures.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinite = std::numeric_limits<float>::infinity();

struct Cloud {
    std::vector<glm::vec4> places;
    std::vector<glm::u8vec4> colors;

    void add(glm::vec3 place, glm::u8vec4 color = glm::u8vec4(255)) {
        places.emplace_back(place, 0);
        colors.push_back(color);
    }
};

/// A pseudorandom number from 0 to 1.
float noise(unsigned i) {
    i = (i + 1) * 2654435769u;
    i = (i ^ i >> 15) * 2246822519u;
    i = (i ^ i >> 13) * 3266489917u;
    return static_cast<float>(i >> 8) / 16777216.0f;
}

/// A cloud: half of its points are in a box, and half on a helix.
Cloud cloud_of(unsigned count) {
    Cloud cloud;
    for (unsigned i = 0; i < count; ++i) {
        const auto random = [&](unsigned k) { return noise(8 * i + k); };
        const float along = 2 * random(0) - 1, angle = 12 * along + 0.1f * random(1);
        const glm::vec3 place =
            i % 2 ? glm::vec3(along, 0.4f * std::cos(angle), 0.4f * std::sin(angle))
                  : glm::vec3(along, random(2) - 0.5f, random(3) - 0.5f);
        cloud.add(place, glm::u8vec4(255 * random(4), 255 * random(5), 255 * random(6), 255));
    }
    return cloud;
}

ElementType aligned_vector(const char* name, ScalarType scalar, unsigned components,
                           std::size_t size_bytes) {
    return {.name = name,
            .size_bytes = size_bytes,
            .alignment = size_bytes,
            .parts = {{.scalar = scalar, .components = components}}};
}

struct Difference {
    double mean = 0;
    int greatest = 0;
};

Difference difference(const Picture& a, const Picture& b) {
    Difference found;
    for (std::size_t i = 0; i < a.rgba.size(); ++i) {
        const int here = std::abs(a.rgba[i] - b.rgba[i]);
        found.mean += here;
        found.greatest = std::max(found.greatest, here);
    }
    found.mean /= static_cast<double>(a.rgba.size());
    return found;
}

using test::keep;
using test::Rgb;
using test::rgb_at;

class PointsOn : public test::OnEachBackend {
protected:
    static constexpr int kWidth = 640, kHeight = 360;

    PointsOptions options(PointStyle style, float radius_px = 2) const {
        const float focal_px = 0.5f * kHeight / std::tan(0.5f * camera_.pose().vertical_fov_rad);
        return {.style = style,
                .to_clip = camera_.view_projection(float{kWidth} / kHeight),
                .focal_px = focal_px,
                .radius = radius_px * camera_.distance_m() / focal_px,
                .target_depth = camera_.distance_m(),
                .glow = {.radius_px = radius_px}};
    }

    template <class Place>
    Points points_at(const DeviceMemory<Place>& places, const ElementType& type,
                     const DeviceMemory<glm::u8vec4>& colors) const {
        return {.places = {places.data(), sizeof(Place)},
                .type = type,
                .count = places.size(),
                .values = {colors.data(), sizeof(glm::u8vec4)},
                .value_type = aligned_vector("uchar4", ScalarType::u8, 4, 4)};
    }

    Picture drawn(const Points& points, const PointsOptions& options) {
        canvas_.begin(Background::space);
        view_.draw(canvas_, points, {.is_color = 1}, options);
        canvas_.end();
        canvas_.show(target_, {0, 0, kWidth, kHeight});
        return target_.read_pixels();
    }

    Picture drawn(const Cloud& cloud, const PointsOptions& options) {
        const auto places = to_device(stream_, cloud.places);
        const auto colors = to_device(stream_, cloud.colors);
        return drawn(points_at(places, float4_, colors), options);
    }

    std::optional<std::size_t> picked(const Cloud& cloud, const PointsOptions& options,
                                      glm::dvec2 px) {
        const auto places = to_device(stream_, cloud.places);
        const auto colors = to_device(stream_, cloud.colors);
        canvas_.begin();
        const auto found =
            PointsView::pick(canvas_, points_at(places, float4_, colors), options, px);
        canvas_.end();
        return found;
    }

    Picture background() {
        canvas_.begin(Background::space);
        canvas_.end();
        canvas_.show(target_, {0, 0, kWidth, kHeight});
        return target_.read_pixels();
    }

    Picture drawn_by_opengl(const Cloud& cloud, view::PointOptions options) {
        view::BackgroundRenderer().draw(target_);
        const gl::Buffer<glm::vec4> places(context_, std::span(cloud.places));
        const gl::Buffer<glm::u8vec4> colors(context_, std::span(cloud.colors));
        view::PointRenderer(std::move(options)).draw(target_, places, colors, camera_);
        return target_.read_pixels();
    }

    /// Spots of light in double precision, as described by GlowOptions, but without a halo.
    Picture by_formula(const Cloud& cloud, const PointsOptions& options) {
        const double nominal = double{options.glow.radius_px} + 0.5;
        const double energy = std::min(kWidth * kHeight / 12.0 /
                                           (static_cast<double>(cloud.places.size()) *
                                            std::numbers::pi * nominal * nominal / 3),
                                       2.0);
        std::vector<double> light(std::size_t{3} * kWidth * kHeight);
        for (std::size_t i = 0; i < cloud.places.size(); ++i) {
            const glm::vec4 clip = options.to_clip * glm::vec4(glm::vec3(cloud.places[i]), 1);
            const double x = (0.5 + 0.5 * double{clip.x / clip.w}) * kWidth;
            const double y = (0.5 - 0.5 * double{clip.y / clip.w}) * kHeight;
            const double radius =
                double{options.glow.radius_px * options.target_depth / clip.w} + 0.5;
            for (int row = std::max(0, int(y - radius));
                 row < std::min(kHeight, int(y + radius) + 1); ++row)
                for (int column = std::max(0, int(x - radius));
                     column < std::min(kWidth, int(x + radius) + 1); ++column) {
                    const double r = std::hypot(column + 0.5 - x, row + 0.5 - y) / radius;
                    if (r >= 1) continue;
                    for (int c = 0; c < 3; ++c)
                        light[std::size_t(3 * (row * kWidth + column) + c)] +=
                            energy * std::pow(cloud.colors[i][c] / 255.0, 1.5) *
                            std::pow(1 - r * r, 2);
                }
        }
        Picture picture = background();
        for (std::size_t i = 0; i < light.size(); ++i) {
            std::uint8_t& shown = picture.rgba[i / 3 * 4 + i % 3];
            const double color = std::pow(1 - std::exp(-light[i]), 1 / 1.5);
            shown = static_cast<std::uint8_t>(255 * color + shown * (1 - color) + 0.5);
        }
        return picture;
    }

    gl::HeadlessContext context_;
    Device device_ = open();
    Stream stream_{device_};
    Canvas canvas_{std::make_shared<ViewKernels>(stream_), context_, interop::Sharing::automatic,
                   kWidth, kHeight};
    gl::Framebuffer target_{context_, {.width = kWidth, .height = kHeight}};
    PointsView view_;
    view::OrbitCamera camera_{{.distance_m = 2.4f}};
    ElementType float4_ = aligned_vector("float4", ScalarType::f32, 4, 16);
};

TEST_P(PointsOn, MatchTheOpenGlBackground) {
    const Picture found = background();
    view::BackgroundRenderer().draw(target_);
    const Difference apart = difference(found, target_.read_pixels());
    EXPECT_LE(apart.greatest, 1);
    EXPECT_LT(apart.mean, 0.03);  // GPUs round some pixels differently
}

// The pictures differ by rounding and in their halos: this renderer computes halos from the mean
// of all light, and OpenGL from the mean of a quarter of the light.
TEST_P(PointsOn, GlowLikeOpenGl) {
    const Cloud cloud = cloud_of(100'000);
    for (const float radius_px : {1.0f, 2.0f, 12.0f}) {
        const Picture found = drawn(cloud, options(PointStyle::glow, radius_px));
        const Picture wanted = drawn_by_opengl(cloud, {.radius_px = radius_px});
        const Difference apart = difference(found, wanted);
        EXPECT_LT(apart.mean, 0.3) << radius_px;
        EXPECT_LE(apart.greatest, 6) << radius_px;
        keep(found, "glow-" + std::to_string(int(radius_px)));
        keep(wanted, "glow-" + std::to_string(int(radius_px)) + "-opengl");
    }
}

TEST_P(PointsOn, FewPointsGlowRounderThanInOpenGl) {
    const Cloud cloud = cloud_of(300);
    for (const float radius_px : {2.0f, 5.0f, 20.0f}) {
        PointsOptions options = this->options(PointStyle::glow, radius_px);
        options.glow.halo = 0;
        const Picture formula = by_formula(cloud, options);
        const Difference here = difference(drawn(cloud, options), formula);
        const Difference there =
            difference(drawn_by_opengl(cloud, {.radius_px = radius_px, .halo = 0}), formula);
        EXPECT_LT(here.mean, 0.95 * there.mean) << radius_px;
        EXPECT_LT(here.greatest, there.greatest) << radius_px;
        EXPECT_LT(here.mean, 3) << radius_px;
        keep(formula, "formula-" + std::to_string(int(radius_px)));
    }
}

TEST_P(PointsOn, GlowIsReproducible) {
    const Cloud cloud = cloud_of(200'000);
    const Picture first = drawn(cloud, options(PointStyle::glow));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(drawn(cloud, options(PointStyle::glow)).rgba, first.rgba);
}

TEST_P(PointsOn, ImagesDoNotDependOnEarlierImages) {
    PointsOptions large = options(PointStyle::glow, 60);
    const Picture before = drawn(cloud_of(1000), options(PointStyle::glow));
    Cloud wide;
    for (unsigned i = 0; i < 2000; ++i)
        wide.add(4.0f * glm::vec3(noise(3 * i), noise(3 * i + 1), noise(3 * i + 2)) - 2.0f);
    (void)drawn(wide, large);
    EXPECT_EQ(drawn(cloud_of(1000), options(PointStyle::glow)).rgba, before.rgba);
}

// The energy of each point depends on the number of points, so that any number of points in one
// place has the same brightness.
TEST_P(PointsOn, GlowSupportsAnyNumberAtOnePosition) {
    PointsOptions dim = options(PointStyle::glow);
    dim.glow = {.light = 3e-4f, .halo = 0};
    const Picture dark = background();
    const auto brightest = [&](unsigned count, glm::u8vec4 color) {
        Cloud cloud;
        for (unsigned i = 0; i < count; ++i) cloud.add({0, 0, 0}, color);
        const Picture picture = drawn(cloud, dim);
        keep(picture, "one-place-" + std::to_string(count));
        return rgb_at(picture, kWidth / 2, kHeight / 2);
    };
    const Rgb few = brightest(60'000, {255, 255, 255, 255});
    EXPECT_GT(few[0], 100);
    EXPECT_LT(few[0], 220);
    const Rgb many = brightest(1'000'000, {255, 255, 255, 255});
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(many[c], few[c], 2) << "channel " << c;
    EXPECT_NEAR(brightest(1'000'000, {255, 0, 0, 255})[0], many[0], 1);
    // Even in bright light, carries must not leak from red into green, or from green into blue.
    dim.glow.light = 1;
    const Rgb behind = rgb_at(dark, kWidth / 2, kHeight / 2);
    const Rgb red = brightest(1'000'000, {255, 0, 0, 255});
    const Rgb green = brightest(1'000'000, {0, 255, 0, 255});
    EXPECT_EQ(red[0], 255);
    EXPECT_NEAR(red[1], behind[1], 1);
    EXPECT_NEAR(red[2], behind[2], 1);
    EXPECT_NEAR(green[0], behind[0], 1);
    EXPECT_EQ(green[1], 255);
    EXPECT_NEAR(green[2], behind[2], 1);
    EXPECT_EQ(brightest(1'000'000, {255, 255, 255, 255}), (Rgb{255, 255, 255}));
}

// On a logarithmic scale, 1000 times the light is not much brighter, and the order of the channels
// stays the same.
TEST_P(PointsOn, GlowIsLogarithmic) {
    PointsOptions faint = options(PointStyle::glow);
    faint.glow = {.halo = 0, .is_logarithmic = true};
    Cloud cloud;
    for (int i = 0; i < 60'000; ++i) cloud.add({0, 0, 0}, {255, 128, 64, 255});
    const Rgb behind = rgb_at(background(), kWidth / 2, kHeight / 2);
    const auto shown = [&](float light) {  // fraction of full red; returns the pixel
        faint.glow.light = light;
        const Rgb at = rgb_at(drawn(cloud, faint), kWidth / 2, kHeight / 2);
        return std::pair((at[0] - behind[0]) / (255.0 - behind[0]), at);
    };
    constexpr double kBits = 13.2289;
    const double in_place = (std::exp2(shown(1e-3f).first * kBits) - 1) / 16 / 1e-3;
    for (const double light : {1e-4, 1e-2, 1e-1})
        EXPECT_NEAR(shown(static_cast<float>(light)).first,
                    std::min(std::log2(1 + 16 * light * in_place) / kBits, 1.0), 0.015)
            << light;
    const Rgb bright = shown(1e-2f).second;
    EXPECT_GT(bright[0], bright[1]);
    EXPECT_GT(bright[1], bright[2]);
}

TEST_P(PointsOn, InvisiblePositionsAreSkipped) {
    Cloud unseen;
    const glm::vec3 eye = camera_.eye();
    unseen.add(1.5f * eye);
    unseen.add(eye);
    unseen.add({kNone, 0, 0});
    unseen.add({0, kNone, kNone});
    for (int axis = 0; axis < 3; ++axis)
        for (const float far : {kInfinite, -kInfinite}) {
            glm::vec3 place(0);
            place[axis] = far;
            unseen.add(place);
        }
    unseen.add({kInfinite, -kInfinite, kInfinite});
    unseen.add({50, 0, 0});
    unseen.add({0, -50, 0});
    const Picture dark = background();
    for (const PointStyle style : {PointStyle::balls, PointStyle::glow}) {
        PointsOptions options = this->options(style);
        options.glow.halo = 0;
        EXPECT_EQ(drawn(unseen, options).rgba, dark.rgba);
        EXPECT_FALSE(picked(unseen, options, {kWidth / 2, kHeight / 2}));
        Cloud one;
        one.add({0, 0, 0});
        const Picture alone = drawn(one, options);
        EXPECT_NE(alone.rgba, dark.rgba);
        Cloud both = unseen;
        both.places.insert(both.places.begin(), one.places.front());
        both.colors.insert(both.colors.begin(), one.colors.front());
        EXPECT_EQ(drawn(both, options).rgba, alone.rgba);
    }
}

TEST_P(PointsOn, NaNPositionsAreSkipped) {
    const DeviceMemory<glm::vec4> places;
    const DeviceMemory<glm::u8vec4> colors;
    const Picture dark = background();
    for (const PointStyle style : {PointStyle::balls, PointStyle::glow}) {
        const Points none = points_at(places, float4_, colors);
        EXPECT_EQ(drawn(none, options(style)).rgba, dark.rgba);
        canvas_.begin();
        EXPECT_FALSE(PointsView::pick(canvas_, none, options(style), {1, 1}));
        canvas_.end();
    }
}

TEST_P(PointsOn, BallsHaveTheirSizeAndPosition) {
    const Picture dark = background();
    for (const float radius_px : {1.5f, 7.0f, 20.0f}) {
        for (const glm::vec3 place : {glm::vec3(0), glm::vec3(0.31f, -0.17f, 0.2f)}) {
            Cloud one;
            one.add(place);
            const PointsOptions balls = options(PointStyle::balls, radius_px);
            const Picture picture = drawn(one, balls);
            const glm::vec4 clip = balls.to_clip * glm::vec4(place, 1);
            const double x = (0.5 + 0.5 * double{clip.x / clip.w}) * kWidth;
            const double y = (0.5 - 0.5 * double{clip.y / clip.w}) * kHeight;
            const double radius = double{balls.radius * balls.focal_px / clip.w};
            // Exactly the pixels whose centers the disc covers, except for rounding at its edge.
            for (unsigned row = 0; row < kHeight; ++row)
                for (unsigned column = 0; column < kWidth; ++column) {
                    const double off = std::hypot(column + 0.5 - x, row + 0.5 - y) - radius;
                    if (std::abs(off) < 1e-3) continue;
                    ASSERT_EQ(rgb_at(picture, column, row) != rgb_at(dark, column, row), off < 0)
                        << column << ", " << row << " of " << radius_px;
                }
        }
    }
}

TEST_P(PointsOn, NearerBallsHideFartherOnes) {
    const glm::vec3 towards = glm::normalize(camera_.eye());
    const glm::u8vec4 red(255, 0, 0, 255), green(0, 255, 0, 255);
    for (const float radius_px : {0.5f, 8.0f}) {
        Cloud cloud, reversed;
        cloud.add(0.1f * towards, red);
        cloud.add({0, 0, 0}, green);
        reversed.add({0, 0, 0}, green);
        reversed.add(0.1f * towards, red);
        const Picture picture = drawn(cloud, options(PointStyle::balls, radius_px));
        const Rgb middle = rgb_at(picture, kWidth / 2, kHeight / 2);
        EXPECT_GT(middle[0], 120);
        EXPECT_EQ(middle[1], 0);
        EXPECT_EQ(drawn(reversed, options(PointStyle::balls, radius_px)).rgba, picture.rgba);
    }
}

TEST_P(PointsOn, SupportPositionsOfAnyType) {
    const Cloud cloud = cloud_of(500);
    std::vector<glm::dvec3> doubles;
    for (const glm::vec4& place : cloud.places) doubles.emplace_back(place);
    const auto places = to_device(stream_, doubles);
    const auto colors = to_device(stream_, cloud.colors);
    const Points points =
        points_at(places, aligned_vector("double3", ScalarType::f64, 3, 24), colors);
    for (const PointStyle style : {PointStyle::balls, PointStyle::glow})
        EXPECT_EQ(drawn(points, options(style)).rgba, drawn(cloud, options(style)).rgba);
}

TEST_P(PointsOn, ArePickedInEitherStyle) {
    Cloud cloud;
    const glm::vec3 towards = glm::normalize(camera_.eye());
    cloud.add({0, 0, 0});
    // Nearer to the camera, slightly off center.
    cloud.add(0.2f * towards + glm::vec3(0, 0.012f, 0));
    const glm::dvec2 middle(kWidth / 2, kHeight / 2);
    EXPECT_EQ(picked(cloud, options(PointStyle::balls), middle), 1u);
    EXPECT_EQ(picked(cloud, options(PointStyle::glow), middle), 0u);
    for (const PointStyle style : {PointStyle::balls, PointStyle::glow}) {
        EXPECT_TRUE(picked(cloud, options(style), middle + glm::dvec2(4, 0)));
        EXPECT_FALSE(picked(cloud, options(style), middle + glm::dvec2(20, 0)));
    }
}

TEST_P(PointsOn, GlowIfAnnotated) {
    const test::TemporaryFolder folder;
    folder.write("sparks.cu", R"(#include <glint/sim.cuh>
//@ simulation "Sparks"
struct Sparks {        //@ 2000
    float4* position;  //@ -1..1 m "Position" as glow
    float* heat;       //@ 0..1 "Heat" as inferno
};
//@ init
__global__ void place(int count, unsigned seed, float4* position, float* heat) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 at = 2.0f * glint::uniform3(i, seed, 0) - 1.0f;
    position[i] = make_float4(at.x, at.y, at.z, 0);
    heat[i] = glint::uniform3(i, seed, 1).x;
}
)");
    Simulation sparks({.device = device_, .file = folder.path() / "sparks.cu"});
    Viewer viewer(sparks, context_, interop::Sharing::automatic);
    ASSERT_TRUE(viewer.shown());
    EXPECT_EQ(viewer.shown()->view, View::points);
    EXPECT_EQ(viewer.active().style(), PointStyle::glow);
    viewer.draw(target_);
    const Picture glowing = target_.read_pixels();
    EXPECT_FLOAT_EQ(viewer.scale().start, 0.2f);
    keep(glowing, "sparks");
    viewer.active().set_style(PointStyle::balls);
    viewer.draw(target_);
    EXPECT_GT(difference(glowing, target_.read_pixels()).mean, 1);
    keep(target_.read_pixels(), "sparks-balls");
}

INSTANTIATE_TEST_SUITE_P(Backends, PointsOn, test::each_backend(), test::name);

TEST(PointColors, StartAtAVisibleColor) {
    for (const char* dark : {"inferno", "magma", "grey"})
        EXPECT_FLOAT_EQ(start_for_points(dark), 0.2f) << dark;
    for (const char* light : {"viridis", "plasma", "turbo", "coolwarm"})
        EXPECT_FLOAT_EQ(start_for_points(light), 0.0f) << light;
}

}  // namespace
}  // namespace glint::studio
