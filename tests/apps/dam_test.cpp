// SPDX-License-Identifier: MIT
// The dam simulation, in which host code sorts the water particles between kernels.
#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <apps/dam/dam.hpp>
#include <apps/readings.hpp>
#include <base/scratch.hpp>
#include <glint/base/error.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::apps {
namespace {

using test::monitor;
using Settings = std::vector<std::pair<std::string, std::string>>;
using Triple = std::array<float, 3>;
using Quad = std::array<float, 4>;

class DamTest : public test::OnEachBackend {
protected:
    /// A small tank, two-dimensional if `depth` is 1.
    std::unique_ptr<studio::Simulation> dam(const Settings& settings = {}, int depth = 8,
                                            const std::string& input = {}) {
        const Entry entry = find_entry("dam");
        studio::SimulationOptions options = options_for(entry, open());
        options.dt = 0.01;
        options.settings = {{"spacing", "0.05"},   {"width", "24"},
                            {"height", "12"},      {"depth", std::to_string(depth)},
                            {"water_at", "0,0,0"}, {"water", "0.4,0.4,1"},
                            {"box", "0,0,0"}};
        options.settings.insert(options.settings.end(), settings.begin(), settings.end());
        if (!input.empty()) options.inputs = {input};
        return make_simulation(entry, options);
    }
};

struct Water {
    std::size_t count = 0;
    double front = 0, lowest = 1, highest = 0, energy = 0;
};

Water water_of(studio::Simulation& dam) {
    const auto at = dam.field<Triple>("position").to_vector();
    const auto place = dam.field<Quad>("place").to_vector();
    const auto flow = dam.field<Quad>("flow").to_vector();
    Water water;
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (!(place[i][3] > 0)) continue;
        ++water.count;
        water.front = std::max<double>(water.front, at[i][0]);
        water.lowest = std::min<double>(water.lowest, at[i][1]);
        water.highest = std::max<double>(water.highest, at[i][1]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            water.energy += 0.5 * flow[i][axis] * flow[i][axis];
    }
    return water;
}

TEST_P(DamTest, FillsTheTankAndSurroundsItWithWalls) {
    const auto flat = dam({}, 1);
    EXPECT_EQ(water_of(*flat).count, 8u * 8);
    EXPECT_EQ(flat->get<std::size_t>("particles"), 64u + 30 * 18 - 24 * 12);
    const auto open_flat = dam({{"lid", "false"}, {"spare", "100"}}, 1);
    EXPECT_EQ(open_flat->get<std::size_t>("particles"), 100u + 64 + 30 * 15 - 24 * 12);
    const auto deep = dam({{"box_at", "0.8,0,0.1"}, {"box", "0.2,0.2,0.2"}});
    EXPECT_EQ(water_of(*deep).count, 8u * 8 * 8);
    // A box of four particles per side has only wall particles: none of them is so deep inside that
    // the simulation omits it.
    EXPECT_EQ(deep->get<std::size_t>("particles"), 512u + 30 * 18 * 14 - 24 * 12 * 8 + 4 * 4 * 4);
    EXPECT_NEAR(water_of(*deep).highest, 0.375, 1e-6);
}

TEST_P(DamTest, FlowsOutAndKeepsItsParticles) {
    for (const int depth : {1, 8}) {
        const auto flowing = dam({}, depth);
        const Water before = water_of(*flowing);
        flowing->advance(25);
        const Water after = water_of(*flowing);
        EXPECT_EQ(after.count, before.count);
        // The front of shallow water moves at most at 2 sqrt(g h).
        EXPECT_GT(after.front, before.front + 0.1) << depth;
        EXPECT_LT(after.front, before.front + 0.25 * 2 * std::sqrt(9.81 * 0.4)) << depth;
        EXPECT_LT(after.highest, before.highest + 0.01);
        EXPECT_GT(after.lowest, 0.005);
        // The potential energy lost becomes kinetic energy, minus friction.
        EXPECT_GT(after.energy, 0) << depth;
        EXPECT_EQ(monitor(*flowing, "gone_there"), 0);
        EXPECT_EQ(monitor(*flowing, "wrong_there"), 0);
        EXPECT_LT(monitor(*flowing, "compression"), 0.03);
    }
}

TEST_P(DamTest, RunsAndSnapshotsAreBitIdentical) {
    const auto flowing = dam();
    flowing->advance(5);
    const studio::Snapshot snapshot = flowing->capture();
    flowing->advance(5);
    const auto flow = flowing->field<Quad>("flow").to_vector();
    const auto at = flowing->field<Triple>("position").to_vector();
    flowing->restore(snapshot);
    flowing->advance(5);
    EXPECT_EQ(flowing->field<Quad>("flow").to_vector(), flow);
    EXPECT_EQ(flowing->field<Triple>("position").to_vector(), at);
    flowing->reset();
    flowing->advance(10);
    EXPECT_EQ(flowing->field<Triple>("position").to_vector(), at);
}

TEST_P(DamTest, AppliesANewTankAtAReset) {
    const auto flowing = dam();
    flowing->advance(2);
    flowing->set("width", 30);
    flowing->set("water", {0.6, 0.4, 1.0});
    flowing->advance(2);
    flowing->reset();
    EXPECT_EQ(water_of(*flowing).count, 12u * 8 * 8);
    flowing->advance(2);
    EXPECT_EQ(water_of(*flowing).count, 12u * 8 * 8);
    EXPECT_EQ(flowing->field<unsigned char>("solid").shape(), (Shape{8, 12, 30}));
}

TEST_P(DamTest, CountsLostAndNonFiniteParticles) {
    const auto flowing = dam({{"lid", "false"}, {"gravity", "0,9.81,0"}}, 1);
    flowing->advance(1);
    auto flow = flowing->field<Quad>("flow").to_vector();
    const auto place = flowing->field<Quad>("place").to_vector();
    const auto first = std::ranges::find_if(place, [](const Quad& p) { return p[3] > 0; });
    flow[static_cast<std::size_t>(first - place.begin())][1] = INFINITY;
    flowing->field<Quad>("flow").assign(flow);
    flowing->advance(1);
    const double wrong = monitor(*flowing, "wrong_there");
    EXPECT_GE(wrong, 1);
    // With gravity upward, the 0.4 m of water leave the 0.6 m high tank within sqrt(2 * 0.6 / 30) =
    // 0.2 s.
    flowing->set("gravity", {0.0, 30.0, 0.0});
    flowing->advance(30);
    EXPECT_GT(monitor(*flowing, "gone_there"), 10);
    EXPECT_EQ(monitor(*flowing, "gone_there") + monitor(*flowing, "wrong_there") +
                  monitor(*flowing, "water_there"),
              64);
}

TEST_P(DamTest, StopsParticlesThatAreTooFastForTheWalls) {
    const auto flowing = dam({{"box_at", "0.8,0,0"}, {"box", "0.2,0.2,1"}}, 1);
    auto flow = flowing->field<Quad>("flow").to_vector();
    const auto place = flowing->field<Quad>("place").to_vector();
    for (std::size_t i = 0; i < flow.size(); ++i)
        if (place[i][3] > 0) flow[i] = {30, i % 2 == 0 ? -25.0f : 25.0f, 0, flow[i][3]};
    flowing->field<Quad>("flow").assign(flow);
    const auto solid = flowing->field<unsigned char>("solid").to_vector();
    for (int step = 0; step < 10; ++step) {
        flowing->advance(1);
        for (const Triple& at : flowing->field<Triple>("position").to_vector()) {
            if (at[1] < -1000) continue;  // a wall particle
            const double x = std::floor(at[0] / 0.05), y = std::floor(at[1] / 0.05);
            ASSERT_TRUE(x >= 0 && y >= 0 && x < 24 && y < 12) << at[0] << ' ' << at[1];
            ASSERT_EQ(solid[static_cast<std::size_t>(y * 24 + x)], 0) << at[0] << ' ' << at[1];
        }
    }
    EXPECT_EQ(water_of(*flowing).count, 64u);
    EXPECT_EQ(monitor(*flowing, "gone_there"), 0);
}

TEST_P(DamTest, LetsAJetFlowIn) {
    const auto filling = dam({{"jet", "2"},
                              {"jet_at", "0.6,0.4,0.2"},
                              {"jet_way", "1,0,0"},
                              {"jet_radius", "0.11"},
                              {"spare", "130"}});
    filling->advance(11);
    // Four discs of 13 particles: 2 m/s for 0.11 s at a spacing of 0.05 m.
    EXPECT_EQ(water_of(*filling).count, 512u + 13 * 4);
    filling->advance(30);  // time for 15 discs, but there are spare particles for only 10
    EXPECT_LE(water_of(*filling).count, 512u + 130);
    EXPECT_GE(water_of(*filling).count, 512u + 9 * 13);
}

TEST_P(DamTest, IsPushedByTheMouse) {
    const auto flowing = dam({{"paddle", "0.3"}}, 1);
    flowing->drag({.place = {0.2f, 0.3f, 0.025f}, .before = {0.15f, 0.3f, 0.025f}});
    const auto flow = flowing->field<Quad>("flow").to_vector();
    const auto fastest = std::ranges::max_element(flow, {}, [](const Quad& f) { return f[0]; });
    EXPECT_NEAR((*fastest)[0], 0.05 / 0.04, 0.01);
    EXPECT_EQ((*fastest)[1], 0);
}

TEST_P(DamTest, UsesAMeshAsWalls) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "wedge.obj")
        << "v 0 0 0\nv 4 0 0\nv 4 2 0\nv 0 0 4\nv 4 0 4\nv 4 2 4\nf 1 3 2\nf 4 5 6\nf 1 2 5\n"
           "f 1 5 4\nf 2 3 6\nf 2 6 5\nf 3 1 4\nf 3 4 6\n";
    const auto ramp =
        dam({}, 8, "solid=" + (folder.path() / "wedge.obj").string() + ",length=8,at=0.6:0.2:0.5");
    const auto solid = ramp->field<unsigned char>("solid").to_vector();
    const auto cells = std::ranges::count_if(solid, [](unsigned char each) { return each != 0; });
    EXPECT_GT(cells, 50);
    // The whole mesh becomes wall particles, but the floor below the mesh does not, because
    // there is no water near that floor.
    const std::size_t walls = ramp->get<std::size_t>("particles") - water_of(*ramp).count;
    EXPECT_GT(walls, 30u * 18 * 14 - 24 * 12 * 8);
    EXPECT_LE(walls, 30u * 18 * 14 - 24 * 12 * 8 + static_cast<std::size_t>(cells));
    ramp->advance(20);
    EXPECT_EQ(water_of(*ramp).count, 512u);
}

TEST_P(DamTest, RefusesTanksWithoutWaterAndSlowSound) {
    const auto reason = [&](const Settings& settings) -> std::string {
        try {
            require_water(*dam(settings));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(reason({{"water", "0,0,0"}}).find("--set jet=3"), std::string::npos);
    EXPECT_NE(reason({{"sound", "5"}}).find("--set sound="), std::string::npos);
    EXPECT_EQ(reason({}), "");
}

INSTANTIATE_TEST_SUITE_P(Backends, DamTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
