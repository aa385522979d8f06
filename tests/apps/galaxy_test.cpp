// SPDX-License-Identifier: MIT
// The galaxy simulation, in which host code builds a tree between the kernels of the file.
#include <apps/galaxy/galaxy.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::apps {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Stars = std::vector<PointMass>;

class GalaxyTest : public test::OnEachBackend {
protected:
    std::unique_ptr<Galaxy> made(const Settings& settings) {
        studio::SimulationOptions options = options_for(find_entry("galaxy"), open());
        options.settings = {{"count", "2000"}, {"scene", "0"}};
        options.settings.insert(options.settings.end(), settings.begin(), settings.end());
        return std::make_unique<Galaxy>(options);
    }
};

Stars stars_of(Galaxy& galaxy, const char* name) {
    return galaxy.field<PointMass>(name).to_vector();
}

/// Acceleration and potential of one star due to all other stars.
std::array<double, 4> direct(const Stars& all, std::size_t star, double softening) {
    std::array<double, 4> sum{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const PointMass &a = all[star], &b = all[i];
        if (i == star) continue;
        const double x = double(b.x) - a.x, y = double(b.y) - a.y, z = double(b.z) - a.z;
        const double r = std::sqrt(x * x + y * y + z * z + softening * softening);
        const double force = b.mass / (r * r * r);
        sum[0] += force * x, sum[1] += force * y, sum[2] += force * z, sum[3] -= b.mass / r;
    }
    return sum;
}

struct Errors {
    // `median` and `greatest` are errors of the acceleration; `depth` is the greatest error of the
    // potential.
    double median, greatest, depth;
};
Errors errors_of(Galaxy& galaxy) {
    const Stars all = stars_of(galaxy, "position"), pulls = stars_of(galaxy, "pull");
    std::vector<double> errors;
    double depth = 0;
    for (std::size_t i = 0; i < all.size(); i += 5) {
        const auto exact = direct(all, i, galaxy.get("softening"));
        errors.push_back(
            std::hypot(pulls[i].x - exact[0], pulls[i].y - exact[1], pulls[i].z - exact[2]) /
            std::hypot(exact[0], exact[1], exact[2]));
        depth = std::max(depth, std::abs(pulls[i].mass / exact[3] - 1));
    }
    std::ranges::sort(errors);
    return {errors[errors.size() / 2], errors.back(), depth};
}

TEST_P(GalaxyTest, ForcesMatchTheSumOverAllPairs) {
    // With a theta this small, almost no cell is far enough away, so the result is the direct sum.
    const Errors all = errors_of(*made({{"theta", "0.02"}}));
    EXPECT_LT(all.median, 1e-6);
    EXPECT_LT(all.greatest, 1e-4);  // largest where pulls cancel
    EXPECT_LT(all.depth, 1e-5);
    const Errors wide = errors_of(*made({}));
    EXPECT_LT(wide.median, 3e-3);
    EXPECT_LT(wide.greatest, 0.1);
    EXPECT_LT(wide.depth, 3e-3);
    EXPECT_GT(wide.median, all.median);
}

TEST_P(GalaxyTest, QuadrupolesReduceTheError) {
    const Errors with = errors_of(*made({{"theta", "0.5"}}));
    const Errors without = errors_of(*made({{"theta", "0.5"}, {"quadrupoles", "false"}}));
    EXPECT_LT(with.median, 0.4 * without.median);
    EXPECT_LT(without.median, 0.01);
}

TEST_P(GalaxyTest, AnyLeafSizeGivesTheSameForces) {
    for (const char* leaf : {"1", "5", "64", "128"})
        EXPECT_LT(errors_of(*made({{"leaf", leaf}, {"theta", "0.3"}})).median, 2e-4) << leaf;
    // The root is a leaf, so all stars are summed individually.
    const auto few = made({{"count", "100"}, {"leaf", "128"}});
    EXPECT_EQ(few->tree().nodes().size(), 1u);
    EXPECT_LT(errors_of(*few).greatest, 1e-4);
}

TEST_P(GalaxyTest, ConservesEnergyAndMomentum) {
    const auto galaxy = made({{"scene", "2"}, {"softening", "0.05"}});
    const auto before = galaxy->monitors();
    EXPECT_NEAR(before[0].value(), -0.25, 0.02);
    galaxy->advance(100);
    const auto after = galaxy->monitors();
    EXPECT_NEAR(after[0].value() / before[0].value(), 1, 1e-4);
    EXPECT_NE(after[1].value(), before[1].value());
    for (std::size_t axis = 2; axis < 5; ++axis)
        EXPECT_NEAR(after[axis].value(), before[axis].value(), 2e-4);
}

/// Median distance of the first `count` stars from the center.
double half_radius(Galaxy& galaxy, std::size_t count) {
    std::vector<double> radii;
    for (const PointMass& p : stars_of(galaxy, "position")) {
        radii.push_back(std::hypot(p.x, p.y, p.z));
        if (radii.size() == count) break;
    }
    std::ranges::nth_element(radii, radii.begin() + radii.size() / 2);
    return radii[radii.size() / 2];
}

TEST_P(GalaxyTest, DisksAndHalosAreStable) {
    const auto galaxy = made({{"scene", "1"}, {"count", "4000"}});
    const double disk = half_radius(*galaxy, 2000), all = half_radius(*galaxy, 4000);
    EXPECT_NEAR(disk, 1.65, 0.1);
    galaxy->advance(150);
    EXPECT_NEAR(half_radius(*galaxy, 2000) / disk, 1, 0.1);
    EXPECT_NEAR(half_radius(*galaxy, 4000) / all, 1, 0.1);
}

TEST_P(GalaxyTest, RunsAndSnapshotsAreBitIdentical) {
    const auto one = made({}), other = made({});
    one->advance(4);
    other->advance(4);
    EXPECT_EQ(stars_of(*one, "position"), stars_of(*other, "position"));
    EXPECT_EQ(stars_of(*one, "pull"), stars_of(*other, "pull"));
    const studio::Snapshot snapshot = one->capture();
    one->advance(3);
    const Stars places = stars_of(*one, "position");
    one->restore(snapshot);
    one->advance(3);
    EXPECT_EQ(stars_of(*one, "position"), places);
}

TEST_P(GalaxyTest, ReportsCoincidentDistantAndNonFiniteStars) {
    const auto galaxy = made({});
    Stars places = stars_of(*galaxy, "position");
    for (std::size_t i = 10; i < 15; ++i) places[i].x = 1, places[i].y = 2, places[i].z = 3;
    places[100].y = 5000;
    places[200].z = std::numeric_limits<float>::quiet_NaN();
    places[300].x = std::numeric_limits<float>::infinity();
    galaxy->field<PointMass>("position").assign(places);
    galaxy->build();
    galaxy->attract();
    EXPECT_EQ(galaxy->monitors()[5].value(), 5);
    galaxy->advance(1);
    const auto monitors = galaxy->monitors();
    EXPECT_TRUE(std::isfinite(monitors[0].value()));
    EXPECT_EQ(monitors[6].value(), 1);
    EXPECT_EQ(monitors[7].value(), 2);
    const Stars pulls = stars_of(*galaxy, "pull");
    for (const PointMass& pull : pulls) ASSERT_TRUE(std::isfinite(pull.x + pull.mass));
    EXPECT_NEAR(pulls[100].y, -12.5 / (5000.0 * 5000), 1e-8);  // pulled by all other stars
    EXPECT_EQ(pulls[200].x, 0);
}

TEST_P(GalaxyTest, CoincidentStarsCostNoMoreThanOthers) {
    const auto galaxy = made({{"count", "200000"}, {"scene", "2"}});
    Stars places = stars_of(*galaxy, "position");
    for (std::size_t i = 0; i < places.size(); ++i)
        if (i % 100 != 0) places[i].x = 0.5f, places[i].y = 0.25f, places[i].z = 0;
    galaxy->field<PointMass>("position").assign(places);
    galaxy->build();
    galaxy->attract();
    EXPECT_EQ(galaxy->monitors()[5].value(), 198000);
    const Stars pulls = stars_of(*galaxy, "pull");
    // Coincident stars do not attract each other, so only the other 1 % of the stars pull.
    EXPECT_LT(std::hypot(pulls[1].x, pulls[1].y, pulls[1].z), 0.02);
    EXPECT_EQ(pulls[1], pulls[2]);
}

INSTANTIATE_TEST_SUITE_P(Backends, GalaxyTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
