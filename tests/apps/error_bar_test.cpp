// SPDX-License-Identifier: MIT
#include <apps/glint/error_bar.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>

namespace glint::apps {
namespace {

TEST(ErrorBars, CombineGridAndTimeErrors) {
    const Estimate found = estimate({9, 9, 9, 9, 2, 2, 3, 3}, {7, 7, 2, 3}, 1.5);
    EXPECT_DOUBLE_EQ(found.mean, 2.5);
    EXPECT_DOUBLE_EQ(found.grid, 0);
    EXPECT_DOUBLE_EQ(found.time, 0.5);
    EXPECT_DOUBLE_EQ(estimate({4, 4, 4, 4}, {3, 3, 3, 3}, 1.5).grid, 2.5);
    EXPECT_DOUBLE_EQ(estimate({4, 4, 4, 4}, {3, 3, 3, 3}, 1.5).error(), 2.5);
}

TEST(ErrorBarFlag, ReportsTheUncertaintyOfDrag) {
    const test::TemporaryFolder folder;
    const auto ran = test::start_glint(
        folder.path(),
        "run wind_tunnel --headless --frames 40 --every 0 --device cpu --error-bar --set width=90 "
        "--set height=48 --set size=12 --set reynolds=20 --set sponge=24");
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("Drag coefficient = "), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find(" ± "), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("The means cover the last half of the 800 steps"), std::string::npos)
        << ran.out;
}

TEST(ErrorBarFlag, NeedsASimulationThatSupportsCoarserGrids) {
    const test::TemporaryFolder folder;
    const auto other = test::start_glint(
        folder.path(), "run pond --headless --frames 2 --every 0 --device cpu --error-bar");
    EXPECT_EQ(other.status, 2);
    EXPECT_NE(other.err.find("'pond' cannot run on a coarser grid"), std::string::npos)
        << other.err;
}

}  // namespace
}  // namespace glint::apps
