// SPDX-License-Identifier: MIT
// The plume simulation, in which host code runs parts of each step between the kernels of the file.
#include <apps/plume/plume.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <apps/readings.hpp>
#include <apps/started.hpp>
#include <apps/swept_rows.hpp>
#include <base/scratch.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::apps {
namespace {

using test::field;
using test::mean;
using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kPlumeWidth = 48, kPlumeHeight = 64;

class PlumeTest : public test::OnEachBackend {
protected:
    std::unique_ptr<studio::Simulation> made(const Settings& settings = {}) {
        const Entry entry = find_entry("plume");
        studio::SimulationOptions options = options_for(entry, open());
        options.settings = {{"width", "48"}, {"height", "64"}};
        options.settings.insert(options.settings.end(), settings.begin(), settings.end());
        return make_simulation(entry, options);
    }
};

TEST_P(PlumeTest, MotionMatchesRecordedValues) {
    const auto plume = made();
    plume->advance(60);
    // Rounding differences grow with the vortices, but are still small at this time.
    EXPECT_NEAR(mean(field(*plume, "smoke")), 0.034886, 0.0003);
    EXPECT_NEAR(mean(field(*plume, "heat")), 0.034191, 0.0003);
    EXPECT_NEAR(plume->monitors().back().value(), 1.2003, 0.02);
}

TEST_P(PlumeTest, IsSymmetricInASymmetricBox) {
    const auto plume = made({{"disc", "0"}});
    plume->advance(40);
    const std::vector<float> smoke = field(*plume, "smoke");
    double most = 0;
    for (std::size_t y = 0; y < kPlumeHeight; ++y)
        for (std::size_t x = 0; x < kPlumeWidth / 2; ++x)
            most = std::max<double>(
                most, std::abs(smoke[y * kPlumeWidth + x] - smoke[(y + 1) * kPlumeWidth - 1 - x]));
    EXPECT_LT(most, 0.01);
    EXPECT_GT(mean(smoke), 0.01);
}

TEST_P(PlumeTest, DoesNotFlowThroughWallsNorAClosedTop) {
    const auto plume = made({{"walls", "true"}, {"brush", "0.1"}, {"open", "false"}});
    plume->drag({.place = {20, 12}, .before = {20, 12}});
    plume->advance(40);
    const std::vector<float> solid = field(*plume, "solid"), smoke = field(*plume, "smoke");
    const std::vector<float> across = field(*plume, "across"), down = field(*plume, "down");
    EXPECT_EQ(solid[12 * kPlumeWidth + 20], 1);
    for (std::size_t i = 0; i < solid.size(); ++i) {
        if (i < kPlumeWidth) {
            ASSERT_EQ(down[i], 0) << i;
        }
        if (solid[i] == 0) continue;
        ASSERT_TRUE(smoke[i] == 0 && across[i] == 0 && down[i] == 0) << i;
        ASSERT_TRUE(across[i + 1] == 0 && down[i + kPlumeWidth] == 0) << i;
    }
}

TEST_P(PlumeTest, ContinuesBitExactlyFromASnapshot) {
    const auto plume = made();
    plume->advance(10);
    const studio::Snapshot snapshot = plume->capture();
    plume->advance(10);
    const std::vector<float> first = field(*plume, "smoke"), pressure = field(*plume, "pressure");
    plume->restore(snapshot);
    plume->advance(10);
    EXPECT_EQ(field(*plume, "smoke"), first);
    EXPECT_EQ(field(*plume, "pressure"), pressure);
    // A different size requires different multigrid levels.
    plume->set("width", 40);
    plume->reset();
    plume->advance(2);
    EXPECT_EQ(field(*plume, "smoke").size(), 40 * kPlumeHeight);
}

INSTANTIATE_TEST_SUITE_P(Backends, PlumeTest, test::each_backend(), test::name);

TEST(PlumeProgram, CanBeSwept) {
    const test::TemporaryFolder folder;
    const auto swept = test::start_glint(
        folder.path(),
        "sweep plume lift=1..5/2 --set width=24 --set height=32 --frames 2 --device cpu --out all");
    EXPECT_EQ(swept.status, 0) << swept.err;
    test::expect_swept(folder.path() / "work/all", 2);
}

}  // namespace
}  // namespace glint::apps
