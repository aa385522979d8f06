// SPDX-License-Identifier: MIT
// Old names of options set the same values for one release.
#include <gtest/gtest.h>

#include <glint/array/joining.hpp>
#include <glint/backend/image.hpp>
#include <glint/compiler/linker.hpp>
#include <glint/studio/host.hpp>
#include <glint/view/background_renderer.hpp>
#include <glint/view/line_renderer.hpp>
#include <glint/view/point_renderer.hpp>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace glint::studio {
namespace {

TEST(DeprecatedNames, OfTextureOptionsSetTheSameValues) {
    const driver::TextureOptions options{
        .normalised = true, .normalised_reads = true, .least_level = 1, .most_level = 2};
    EXPECT_EQ(options,
              (driver::TextureOptions{
                  .normalized = true, .normalized_reads = true, .min_level = 1, .max_level = 2}));
    EXPECT_NE(options, driver::TextureOptions{});
}

TEST(DeprecatedNames, OfOtherOptionsSetTheSameValues) {
    EXPECT_FALSE(LinkOptions{.optimised = false}.optimized);
    EXPECT_EQ((Margin{.before = 1, .behind = 2}.after), 2u);
    EXPECT_EQ(view::PointOptions{.colour = glm::vec4(0.5f)}.color, glm::vec4(0.5f));
    EXPECT_EQ(view::LineOptions{.colour = glm::vec4(0.5f)}.color, glm::vec4(0.5f));
    EXPECT_EQ(view::BackgroundOptions{.centre = glm::vec3(0.5f)}.center, glm::vec3(0.5f));
    int place = 0;
    auto* simulation = reinterpret_cast<Simulation*>(&place);  // only compared
    EXPECT_EQ(RunOptions{.beside = simulation}.comparison, simulation);
}

}  // namespace
}  // namespace glint::studio

#pragma GCC diagnostic pop
