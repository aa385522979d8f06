// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/overlay.hpp>

#include <glint/studio/views/detail/box_axes.hpp>

#include <gtest/gtest.h>

namespace glint::studio {
namespace {

void expect_numbers(const std::vector<double>& found, const std::vector<double>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-12 + 1e-9 * std::abs(expected[i]));
}

TEST(Overlay, TicksAreRoundNumbers) {
    expect_numbers(round_numbers(-1, 1, 6), {-1, -0.5, 0, 0.5, 1});
    expect_numbers(round_numbers(0.13, 0.97, 6), {0.2, 0.4, 0.6, 0.8});
    expect_numbers(round_numbers(0, 1e7, 3), {0, 5e6, 1e7});
    expect_numbers(round_numbers(1000.1, 1000.2, 6),
                   {1000.1, 1000.12, 1000.14, 1000.16, 1000.18, 1000.2});
    expect_numbers(round_numbers(1e9, 1e9 + 4, 6), {1e9, 1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4});
    EXPECT_TRUE(round_numbers(1e16, 1e16 + 4, 6).empty());  // adjacent doubles are 2 apart here
    EXPECT_TRUE(round_numbers(1, 1, 6).empty());
    EXPECT_TRUE(round_numbers(0, std::nan(""), 6).empty());
    for (const double zero : {round_numbers(0, 1, 6)[0], round_numbers(-1, 1, 3)[1]}) {
        EXPECT_EQ(zero, 0);
        EXPECT_FALSE(std::signbit(zero));  // otherwise, it would be written as "-0"
    }
}

TEST(Overlay, ScaleBarsAreAsLongAsPossible) {
    for (const auto& [longest, expected] :
         {std::pair{4.25, 2.0}, std::pair{5.0, 5.0}, std::pair{9.99, 5.0}, std::pair{0.01, 0.01},
          std::pair{1.9e-6, 1e-6}, std::pair{2.2e7, 2e7}})
        EXPECT_NEAR(round_length(longest), expected, 1e-9 * expected) << longest;
}

TEST(Overlay, PlaneCamerasKeepThePointUnderTheMouse) {
    const glm::dvec2 picture(1280, 720);
    for (const bool is_y_down : {false, true}) {
        PlaneCamera camera = PlaneCamera::fitting({512, 512}, picture);
        camera.is_y_down = is_y_down;
        EXPECT_NEAR(camera.units_per_px, 512.0 / 720, 1e-12);
        EXPECT_NEAR(camera.pixel_of({0, 0}, picture).y, is_y_down ? 0 : 720, 1e-9);
        EXPECT_NEAR(camera.pixel_of({0, 0}, picture).x, 280, 1e-9);
        const glm::dvec2 px(900, 100), before = camera.at(px, picture);
        EXPECT_NEAR(before.y, (is_y_down ? 100 : 620) * 512.0 / 720, 1e-9);
        EXPECT_NEAR(camera.pixel_of(before, picture).y, px.y, 1e-9);
        camera.zoom(7, px, picture);
        EXPECT_NEAR(camera.at(px, picture).x, before.x, 1e-9);
        EXPECT_NEAR(camera.at(px, picture).y, before.y, 1e-9);
        EXPECT_LT(camera.units_per_px, 0.5 * 512.0 / 720);
        camera.pan({10, -20});
        EXPECT_NEAR(camera.at(px + glm::dvec2(10, -20), picture).x, before.x, 1e-9);
        EXPECT_NEAR(camera.at(px + glm::dvec2(10, -20), picture).y, before.y, 1e-9);
    }
}

TEST(Overlay, PositionsAreReadFromVectors) {
    const std::array<double, 3> value{1, -2, 0.5};
    const ElementType type{.name = "double3",
                           .size_bytes = 24,
                           .parts = {{.scalar = ScalarType::f64, .components = 3}}};
    const auto place = place_in(type, std::as_bytes(std::span(value)));
    ASSERT_TRUE(place);
    EXPECT_EQ(*place, glm::vec3(1, -2, 0.5f));
}

}  // namespace
}  // namespace glint::studio
