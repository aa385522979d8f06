// SPDX-License-Identifier: MIT
// The flock simulation, in which host code sorts the boids by cell between kernels.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <apps/flock/flock.hpp>
#include <apps/readings.hpp>
#include <base/scratch.hpp>
#include <glint/base/error.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::apps {
namespace {

using test::monitor;
using Settings = std::vector<std::pair<std::string, std::string>>;
using Quad = std::array<float, 4>;

class FlockTest : public test::OnEachBackend {
protected:
    /// A small box, two-dimensional if `depth` is 1.
    std::unique_ptr<studio::Simulation> flock(const Settings& settings = {}, int depth = 24,
                                              const std::string& input = {}) {
        const Entry entry = find_entry("flock");
        studio::SimulationOptions options = options_for(entry, open());
        options.settings = {{"count", "1500"},       {"width", "24"},
                            {"height", "24"},        {"depth", std::to_string(depth)},
                            {"picture_width", "96"}, {"picture_height", "64"}};
        options.settings.insert(options.settings.end(), settings.begin(), settings.end());
        if (!input.empty()) options.inputs = {input};
        return make_simulation(entry, options);
    }
};

/// Settings in which boids are influenced only by their neighbors.
const Settings kFlockingAlone = {{"noise", "0"}, {"predators", "0"}, {"balls", "0"},
                                 {"home", "0"},  {"pace", "0"},      {"avoid", "0"}};

Settings with_flocking_alone(const Settings& more) {
    Settings all = kFlockingAlone;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::vector<Quad> places_of_boids(studio::Simulation& flock) {
    return flock.field<Quad>("position").to_vector();
}
std::vector<Quad> velocities_of_boids(studio::Simulation& flock) {
    return flock.field<Quad>("velocity").to_vector();
}

/// Puts boids at these positions with these velocities; all other boids are far away at rest.
void put(studio::Simulation& flock, const std::vector<std::pair<Quad, Quad>>& boids) {
    std::vector<Quad> at(places_of_boids(flock).size(), {20, 20, 20, 0}), velocity(at.size());
    for (std::size_t i = 0; i < at.size(); ++i)
        at[i][0] = 20 + 0.001f * static_cast<float>(i % 997);
    for (std::size_t i = 0; i < boids.size(); ++i)
        at[i] = boids[i].first, velocity[i] = boids[i].second;
    flock.field<Quad>("position").assign(at);
    flock.field<Quad>("velocity").assign(velocity);
}

/// Position and velocity of the boid nearest to `place`.
std::pair<Quad, Quad> nearest(studio::Simulation& flock, const Quad& place) {
    const auto at = places_of_boids(flock);
    const auto squares = [&](const Quad& a) {
        return std::hypot(a[0] - place[0], a[1] - place[1], a[2] - place[2]);
    };
    const auto found = std::ranges::min_element(at, {}, squares) - at.begin();
    return {at[static_cast<std::size_t>(found)],
            velocities_of_boids(flock)[static_cast<std::size_t>(found)]};
}

TEST_P(FlockTest, TwoBoidsAlignAndKeepTheirDistance) {
    const auto two = [&](const Settings& settings, float distance) {
        const auto flying = flock(with_flocking_alone(settings));
        put(*flying, {{{5, 5, 5, 0}, {1, 0, 0, 0}}, {{5 + distance, 5, 5, 0}, {0, 1, 0, 0}}});
        flying->advance(1);
        return nearest(*flying, {5, 5, 5, 0}).second;
    };
    const Settings none = {{"separate", "0"}, {"align", "0"}, {"together", "0"}};
    const auto only = [&](const std::string& name, const std::string& value) {
        Settings settings = none;
        settings.push_back({name, value});
        return settings;
    };
    const float dt = 1.0f / 60;
    EXPECT_NEAR(two(only("align", "3"), 1)[0], 1 - 3 * dt, 1e-6);
    EXPECT_NEAR(two(only("align", "3"), 1)[1], 3 * dt, 1e-6);
    EXPECT_NEAR(two(only("together", "6"), 1.5f)[0], 1 + 6 * 1.5f * dt, 1e-6);
    EXPECT_NEAR(two(only("separate", "12"), 0.3f)[0], 1 - 12 * (1 - 0.3f / 0.9f) * dt, 1e-6);
    EXPECT_EQ(two(only("align", "3"), 1)[3], 1) << "neighbours";
    EXPECT_EQ(two(only("align", "3"), 1.7f)[3], 0) << "further away than they see";
    EXPECT_EQ(two(only("separate", "12"), 1)[0], 1);
    // The acceleration is limited by `agility`.
    Settings limited = only("separate", "200");
    limited.push_back({"agility", "3"});
    EXPECT_NEAR(two(limited, 0.3f)[0], 1 - 3 * dt, 1e-6);
}

TEST_P(FlockTest, RunsAndSnapshotsAreBitIdentical) {
    for (const int depth : {1, 24}) {
        const auto flying = flock({{"most", "4"}}, depth);
        flying->advance(20);
        const studio::Snapshot snapshot = flying->capture();
        flying->advance(20);
        const auto at = places_of_boids(*flying), velocity = velocities_of_boids(*flying);
        const auto hunters = flying->field<Quad>("hunter").to_vector();
        EXPECT_GT(monitor(*flying, "sampled"), 0);
        flying->restore(snapshot);
        flying->advance(20);
        EXPECT_EQ(places_of_boids(*flying), at);
        EXPECT_EQ(velocities_of_boids(*flying), velocity);
        EXPECT_EQ(flying->field<Quad>("hunter").to_vector(), hunters);
        flying->reset();
        flying->advance(40);
        EXPECT_EQ(places_of_boids(*flying), at);
    }
}

TEST_P(FlockTest, StaysInTheBoxAndOutsideBalls) {
    for (const int depth : {1, 24}) {
        const auto flying = flock({{"balls", "3"}, {"ball", "3"}, {"margin", "1.5"}}, depth);
        flying->advance(240);
        const auto distance = flying->field<float>("distance").to_vector();
        std::size_t inside = 0;
        for (const Quad& at : places_of_boids(*flying)) {
            EXPECT_TRUE(std::isfinite(at[0]) && std::isfinite(at[1]) && std::isfinite(at[2]));
            if (depth == 1) {
                EXPECT_EQ(at[2], 0.5f);
            }
            const auto cell = [](float x, int most) {
                return static_cast<std::size_t>(std::clamp(static_cast<int>(x), 0, most - 1));
            };
            // Counts boids in cells that are completely solid.
            inside +=
                distance[(cell(at[2], depth) * 24 + cell(at[1], 24)) * 24 + cell(at[0], 24)] < -1;
        }
        EXPECT_EQ(inside, 0u) << depth;
        EXPECT_EQ(monitor(*flying, "outside"), 0) << depth;
        EXPECT_EQ(monitor(*flying, "lost"), 0);
    }
}

TEST_P(FlockTest, WrapsAroundPeriodicWalls) {
    const auto flying =
        flock(with_flocking_alone({{"wraps", "true"}, {"sight", "1.6"}, {"align", "0"}}));
    put(*flying, {{{23.95f, 5, 5, 0}, {6, 0, 0, 0}}, {{0.5f, 5, 5, 0}, {6, 0, 0, 0}}});
    flying->advance(1);
    const auto [at, velocity] = nearest(*flying, {0.05f, 5, 5, 0});
    EXPECT_NEAR(at[0], 0.05f, 0.02);
    EXPECT_EQ(velocity[3], 1) << "it has seen the one on the other side";
    EXPECT_LT(velocity[0], 6) << "and keeps away from it";
    flying->set("separate", 0);
    flying->set("together", 0);
    flying->advance(400);
    for (const Quad& each : places_of_boids(*flying))
        for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_TRUE(each[axis] >= 0 && each[axis] < 24) << each[axis];
}

TEST_P(FlockTest, CountsCoincidentLostAndNonFiniteBoids) {
    const auto flying = flock(with_flocking_alone({{"together", "0"}}));
    put(*flying, {{{5, 5, 5, 0}, {0, 0, 0, 0}},
                  {{5, 5, 5, 0}, {0, 0, 0, 0}},
                  {{-3, 5, 5, 0}, {0, 0, 0, 0}},
                  {{9, 9, 9, 0}, {INFINITY, 0, 0, 0}}});
    std::vector<Quad> at = places_of_boids(*flying);
    for (std::size_t i = 4; i < at.size(); ++i)  // all others at distinct positions
        at[i][1] = 14 + 0.01f * static_cast<float>(i / 997);
    at[4][0] = NAN;
    flying->field<Quad>("position").assign(at);
    flying->advance(1);
    EXPECT_EQ(monitor(*flying, "coinciding"), 2);
    EXPECT_EQ(monitor(*flying, "outside"), 1);
    EXPECT_EQ(monitor(*flying, "lost"), 2);
    // The two coinciding boids have moved apart in opposite directions. The lost boids remain lost.
    flying->advance(1);
    EXPECT_EQ(monitor(*flying, "coinciding"), 0);
    EXPECT_EQ(monitor(*flying, "lost"), 2);
    EXPECT_EQ(places_of_boids(*flying).size(), 1500u);
    // Boids outside the box are driven back.
    flying->set("avoid", 40);
    flying->advance(120);
    EXPECT_EQ(monitor(*flying, "outside"), 0);
}

TEST_P(FlockTest, FleesPredatorsThatChase) {
    const Settings none =
        with_flocking_alone({{"separate", "0"}, {"align", "0"}, {"together", "0"}});
    const auto flying = flock(none);
    flying->set("predators", 1);
    put(*flying, {{{6, 5, 5, 0}, {0, 0, 0, 0}}});
    std::vector<Quad> hunters = flying->field<Quad>("hunter").to_vector();
    hunters[0] = {5, 5, 5, 0};
    flying->field<Quad>("hunter").assign(hunters);
    flying->advance(1);
    const auto [at, velocity] = nearest(*flying, {6, 5, 5, 0});
    EXPECT_GT(velocity[0], 0.5f);
    EXPECT_GT(at[3], 0.5f) << "fear";
    // The boids are close together, so the predator ends up near them.
    flying->set("fear", 0.1);
    flying->advance(240);
    const Quad hunter = flying->field<Quad>("hunter").to_vector()[0];
    EXPECT_LT(std::hypot(hunter[0] - 20, hunter[1] - 20, hunter[2] - 20), 8);
}

TEST_P(FlockTest, IsScaredAndAttractedByTheMouse) {
    for (const bool attracts : {false, true}) {
        const auto flying = flock(kFlockingAlone);
        flying->set("pull", attracts ? 60.0 : -60.0);
        put(*flying, {{{6, 5, 5, 0}, {0, 0, 0, 0}}});
        flying->drag({.place = {5, 5, 5}, .before = {5, 5, 5}});
        const auto [at, velocity] = nearest(*flying, {6, 5, 5, 0});
        EXPECT_EQ(velocity[0] > 0, !attracts);
        EXPECT_NEAR(std::abs(velocity[0]), 4.0 / 60 * 60 * (1 - 1.0 / 6), 1e-4);
        EXPECT_EQ(at[3] > 0, !attracts) << "fear";
    }
}

TEST_P(FlockTest, DrawsLightWhereBoidsAre) {
    const auto flying = flock(with_flocking_alone({{"depth", "1"}, {"spot", "1"}}), 1);
    put(*flying, {});
    std::vector<Quad> at(1500, {12, 12, 0.5f, 0});
    flying->field<Quad>("position").assign(at);
    flying->draw();
    const auto seen = flying->field<std::array<unsigned char, 4>>("seen").to_vector();
    const auto light = [&](std::size_t x, std::size_t y) { return int{seen[y * 96 + x][0]}; };
    EXPECT_GT(light(48, 32), 200) << "the middle";
    EXPECT_LT(light(10, 10), 60);
}

TEST_P(FlockTest, UsesAMeshAsAnObstacle) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "wedge.obj")
        << "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 0 0 4\nv 4 0 4\nv 4 2 4\nf 1 3 2\nf 4 5 6\nf 1 2 5\n"
           "f 1 5 4\nf 2 3 6\nf 2 6 5\nf 3 1 4\nf 3 4 6\n";
    const auto flying =
        flock({}, 24, "distance=" + (folder.path() / "wedge.obj").string() + ",length=12");
    const auto distance = flying->field<float>("distance").to_vector();
    // Half of the box of 12 x 6 x 12: 432 cubic meters.
    const auto solid = std::ranges::count_if(distance, [](float each) { return each < 0; });
    EXPECT_NEAR(static_cast<double>(solid), 432, 60);
    flying->advance(60);
    EXPECT_EQ(monitor(*flying, "lost"), 0);
}

TEST_P(FlockTest, RefusesInvalidSettings) {
    const auto reason = [&](const Settings& settings, double dt = 0) -> std::string {
        const Entry entry = find_entry("flock");
        studio::SimulationOptions options = options_for(entry, open());
        if (dt > 0) options.dt = dt;
        options.settings = {{"count", "100"}, {"width", "24"}, {"height", "24"}, {"depth", "24"}};
        options.settings.insert(options.settings.end(), settings.begin(), settings.end());
        try {
            require_room(*make_simulation(entry, options));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(reason({}), "");
    EXPECT_NE(reason({{"apart", "3"}}).find("--set sight=6"), std::string::npos);
    EXPECT_NE(reason({{"wraps", "true"}, {"width", "25"}}).find("--set sight=1 "),
              std::string::npos);
    EXPECT_NE(reason({}, 1).find("--dt 0.25"), std::string::npos);
    EXPECT_NE(reason({{"balls", "1"}, {"ball", "60"}}).find("--set ball=15"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Backends, FlockTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
