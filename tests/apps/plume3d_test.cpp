// SPDX-License-Identifier: MIT
// The 3D plume and the convection simulation, in which host code runs parts of each step between
// the kernels of their files.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <apps/readings.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::apps {
namespace {

using test::field;
using test::mean;
using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kPlumeSide = 24;

class Plume3dTest : public test::OnEachBackend {
protected:
    std::unique_ptr<studio::Simulation> made(const char* name, Settings settings) {
        const Entry entry = find_entry(name);
        studio::SimulationOptions options = options_for(entry, open());
        options.settings = std::move(settings);
        return make_simulation(entry, options);
    }
    std::unique_ptr<studio::Simulation> plume(const Settings& settings = {}) {
        Settings all{{"width", "24"},  {"height", "24"},        {"depth", "24"},
                     {"lamp", "12"},   {"picture_width", "48"}, {"picture_height", "40"},
                     {"source", "0.1"}};
        all.insert(all.end(), settings.begin(), settings.end());
        return made("plume3d", all);
    }
};

double size_of(const std::vector<float>& values) {
    return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}
std::size_t index_of(std::size_t x, std::size_t y, std::size_t z) {
    return (z * kPlumeSide + y) * kPlumeSide + x;
}

TEST_P(Plume3dTest, MotionMatchesRecordedValues) {
    const auto simulation = plume();
    simulation->advance(40);
    // Rounding differences grow with the vortices, but are still small at this time.
    EXPECT_NEAR(mean(field(*simulation, "smoke")), 0.005906, 1e-4);
    EXPECT_NEAR(mean(field(*simulation, "heat")), 0.004911, 1e-4);
    EXPECT_NEAR(simulation->monitors().back().value(), 0.744, 0.01);
}

TEST_P(Plume3dTest, IsSymmetricInASymmetricBox) {
    const auto simulation = plume({{"ball", "0"}, {"flicker", "0"}});
    simulation->advance(30);
    const std::vector<float> smoke = field(*simulation, "smoke");
    double across = 0, deep = 0, turned = 0;
    for (std::size_t z = 0; z < kPlumeSide; ++z)
        for (std::size_t y = 0; y < kPlumeSide; ++y)
            for (std::size_t x = 0; x < kPlumeSide; ++x) {
                const float here = smoke[index_of(x, y, z)];
                const auto away = [&](std::size_t i) { return std::abs(here - smoke[i]); };
                across = std::max<double>(across, away(index_of(kPlumeSide - 1 - x, y, z)));
                deep = std::max<double>(deep, away(index_of(x, y, kPlumeSide - 1 - z)));
                turned = std::max<double>(turned, away(index_of(z, y, x)));
            }
    EXPECT_LT(across, 0.01);
    EXPECT_LT(deep, 0.01);
    EXPECT_LT(turned, 0.01);
    EXPECT_GT(mean(smoke), 0.005);
}

TEST_P(Plume3dTest, DoesNotFlowThroughWallsNorAClosedTop) {
    const auto simulation = plume({{"walls", "true"}, {"brush", "0.15"}, {"open", "false"}});
    simulation->drag({.place = {9, 14, 13}, .before = {9, 14, 13}});
    simulation->advance(20);
    const std::vector<float> solid = field(*simulation, "solid");
    const std::vector<float> smoke = field(*simulation, "smoke");
    const std::vector<float> across = field(*simulation, "across"), up = field(*simulation, "up"),
                             deep = field(*simulation, "deep");
    EXPECT_EQ(solid[index_of(9, 14, 13)], 1);
    EXPECT_GT(size_of(up), 0.1);
    for (std::size_t z = 0; z < kPlumeSide; ++z)
        for (std::size_t y = 0; y < kPlumeSide; ++y)
            for (std::size_t x = 0; x < kPlumeSide; ++x) {
                const std::size_t i = index_of(x, y, z);
                if (y == kPlumeSide - 1) {
                    ASSERT_EQ(up[i], 0) << i;
                }
                if (solid[i] <= 0.5f) continue;
                ASSERT_TRUE(smoke[i] == 0 && across[i] == 0 && up[i] == 0 && deep[i] == 0) << i;
                ASSERT_TRUE(across[i + 1] == 0 && up[i - kPlumeSide] == 0) << i;
                ASSERT_EQ(deep[i + kPlumeSide * kPlumeSide], 0) << i;
            }
}

TEST_P(Plume3dTest, ContinuesBitExactlyFromASnapshot) {
    const auto simulation = plume({{"swirl", "0.3"}});
    simulation->advance(6);
    const studio::Snapshot snapshot = simulation->capture();
    simulation->advance(6);
    const std::vector<float> first = field(*simulation, "smoke"), up = field(*simulation, "up");
    simulation->restore(snapshot);
    simulation->advance(6);
    EXPECT_EQ(field(*simulation, "smoke"), first);
    EXPECT_EQ(field(*simulation, "up"), up);
    simulation->set("depth", 16);
    simulation->reset();
    simulation->advance(2);
    EXPECT_EQ(field(*simulation, "smoke").size(), 16 * kPlumeSide * kPlumeSide);
}

TEST_P(Plume3dTest, VorticityConfinementAndInflowWork) {
    const auto speed = [&](const Settings& settings) {
        const auto simulation = plume(settings);
        simulation->advance(30);
        return size_of(field(*simulation, "across"));
    };
    EXPECT_GT(speed({{"swirl", "0.5"}}), 1.02 * speed({}));
    const auto fan = plume({{"inflow", "1.5"}, {"lift", "0"}, {"weight", "0"}, {"ball", "0"}});
    fan->advance(10);
    const std::vector<float> up = field(*fan, "up");
    EXPECT_GT(*std::ranges::max_element(up), 1.0f);
}

TEST_P(Plume3dTest, DrawsLitSmokeThatDragsMove) {
    const auto simulation = plume({{"source", "0"}, {"ball", "0"}});
    simulation->draw();
    const auto seen = [&] { return simulation->field<unsigned>("seen").to_vector(); };
    const std::vector<unsigned> before = seen();
    // The drag is at the center of the picture, which shows the center of the box. Drags in 2D
    // views have z = 0.
    simulation->drag({.place = {24, 20, 0}, .before = {24, 20, 0}});
    const std::vector<float> smoke = field(*simulation, "smoke");
    EXPECT_EQ(smoke[index_of(12, 12, 12)], 1);
    EXPECT_NEAR(mean(smoke), 4.19 * std::pow(0.05, 3), 2e-4);
    simulation->draw();
    const std::vector<unsigned> after = seen();
    EXPECT_NE(after[20 * 48 + 24], before[20 * 48 + 24]);
    EXPECT_EQ(after[0], before[0]);
    // Cells behind the smoke, as seen from the sun, are in the shade of the smoke.
    const std::vector<float> light = field(*simulation, "light");
    EXPECT_EQ(light.back(), 1);
    EXPECT_LT(light[(5 * 12 + 4) * 12 + 7], 0.9f);
}

TEST_P(Plume3dTest, ConvectionStartsAboveTheCriticalRayleighNumber) {
    // The critical Rayleigh number of a square box with insulating walls is 2585; below it, the air
    // comes to rest.
    const auto nusselt = [&](const char* rayleigh) {
        const auto box =
            made("convection",
                 {{"width", "20"}, {"height", "20"}, {"rayleigh", rayleigh}, {"noise", "0.2"}});
        box->advance(1000);
        EXPECT_LT(std::abs(mean(field(*box, "heat"))), 0.03);
        return box->monitors()[1].value();
    };
    EXPECT_NEAR(nusselt("1500"), 1, 0.002);
    EXPECT_NEAR(nusselt("20000"), 2.7, 0.4);
}

INSTANTIATE_TEST_SUITE_P(Backends, Plume3dTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
