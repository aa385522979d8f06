// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <apps/on_backend.hpp>
#include <apps/started.hpp>
#include <apps/wind_tunnel/requirements.hpp>
#include <glint/array/array.hpp>
#include <glint/base/files.hpp>
#include <glint/formats/npy.hpp>

namespace glint::apps {
namespace {

using studio::Simulation;
using Vector = std::array<float, 3>;

constexpr const char* kSingles = "wind_tunnel3d";
constexpr const char* kHalves = "wind_tunnel3d_16";
constexpr std::array kBoth{kSingles, kHalves};

class WindTunnel3dTest : public test::OnBackend {
protected:
    /// Options of a small tunnel, which `settings` override.
    studio::SimulationOptions small(const char* name, const Settings& settings = {},
                                    const std::string& input = {}) {
        Settings all{{"width", "48"}, {"height", "24"}, {"depth", "20"},   {"size", "8"},
                     {"sponge", "8"}, {"start", "1"},   {"reynolds", "40"}};
        all.insert(all.end(), settings.begin(), settings.end());
        return options(name, all, input);
    }
    /// Settings of a tunnel that is periodic in all directions and has no obstacle.
    static Settings endless(const Settings& settings = {}) {
        Settings all{{"ends", "1"}, {"walls", "2"}, {"sides", "2"}, {"obstacle", "0"}};
        all.insert(all.end(), settings.begin(), settings.end());
        return all;
    }
    std::string refusal(const Settings& settings) {
        Simulation tunnel(small(kSingles, settings));
        try {
            require_flow(tunnel);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            return error.reason();
        }
        return "taken";
    }
    /// A block of 4 x 4 x 4 cells, starting at the given cell, in a periodic tunnel of 32 x 16 x
    /// 12.
    static std::vector<unsigned char> block_from(std::size_t x, std::size_t y, std::size_t z) {
        std::vector<unsigned char> mask(12 * 16 * 32, 0);
        for (std::size_t i = 0; i < 64; ++i)
            mask[((z + i / 16) % 12 * 16 + (y + i / 4 % 4) % 16) * 32 + (x + i % 4) % 32] = 1;
        return mask;
    }
    std::string input_of(const std::vector<unsigned char>& mask) {
        const auto path = folder().path() / "body.npy";
        write_atomically(path, npy_file(std::array<std::size_t, 3>{12, 16, 32}, NpyType{'u', 1},
                                        std::as_bytes(std::span(mask))));
        return "solid=" + path.string();
    }
    static std::vector<Vector> velocity(Simulation& tunnel) {
        tunnel.draw();
        return tunnel.field<Vector>("velocity").to_vector();
    }
    static std::array<double, 3> coefficients(Simulation& tunnel) {
        const auto all = tunnel.monitors();
        return {all[0].value(), all[1].value(), all[2].value()};
    }
    static double sum(const std::vector<Vector>& velocities) {
        double all = 0;
        for (const Vector& each : velocities) all += static_cast<double>(each[0]);
        return all;
    }
    /// The largest difference between two flows.
    static float difference(const std::vector<Vector>& a, const std::vector<Vector>& b) {
        float most = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            for (std::size_t axis = 0; axis < 3; ++axis)
                most = std::max(most, std::abs(a[i][axis] - b[i][axis]));
        return most;
    }
};

TEST_P(WindTunnel3dTest, ConservesMassInAClosedBox) {
    for (const char* const name : kBoth) {
        SCOPED_TRACE(name);
        Simulation box(small(name, {{"ends", "2"},
                                    {"walls", "0"},
                                    {"sides", "0"},
                                    {"lid", "0.1"},
                                    {"obstacle", "0"},
                                    {"width", "20"}}));
        box.advance(200);
        const auto flow = velocity(box);
        double mass = 0;
        for (const float pressure : box.field<float>("pressure").to_vector())
            mass += static_cast<double>(pressure) * 1.5 * 0.08 * 0.08;
        EXPECT_NEAR(mass, 0, name == kSingles ? 0.01 : 0.5);  // sum of 9600 cells
        EXPECT_GT(flow[(10 * 24 + 23) * 20 + 10][0], 0.05f);  // below the lid
        EXPECT_LT(flow[(10 * 24 + 12) * 20 + 10][0], 0.0f);   // return flow
    }
}

// Without resistance, the push accelerates the whole flow, including at edges where two walls meet.
TEST_P(WindTunnel3dTest, SupportsSlipWallsAndPeriodicBoundaries) {
    for (const char* const walls : {"1", "2"})
        for (const char* const sides : {"1", "2"}) {
            SCOPED_TRACE(std::string(walls) + sides);
            Simulation tunnel(
                small(kSingles, endless({{"walls", walls}, {"sides", sides}, {"push", "0.0001"}})));
            tunnel.advance(100);
            for (const Vector& each : velocity(tunnel)) {
                ASSERT_NEAR(each[0], 0.01 - 0.0001 / 2, 1e-6);
                ASSERT_NEAR(std::hypot(each[1], each[2]), 0, 1e-7);
            }
        }
}

TEST_P(WindTunnel3dTest, IsInvariantUnderRotation) {
    const auto channel = [&](bool is_turned) {
        return endless({{"push", "0.00005"},
                        {is_turned ? "sides" : "walls", "0"},
                        {is_turned ? "depth" : "height", "12"},
                        {is_turned ? "height" : "depth", "4"},
                        {"width", "16"}});
    };
    Simulation upright(small(kSingles, channel(false))), turned(small(kSingles, channel(true)));
    upright.advance(400);
    turned.advance(400);
    const auto one = velocity(upright), other = velocity(turned);
    for (std::size_t i = 0; i < 12; ++i)
        EXPECT_NEAR(one[(1 * 12 + i) * 16 + 5][0], other[(i * 4 + 1) * 16 + 5][0], 1e-7) << i;
    EXPECT_GT(one[(1 * 12 + 6) * 16 + 5][0], 2 * one[(1 * 12 + 0) * 16 + 5][0]);
}

// The force on the obstacle equals the push minus the momentum gained by the flow.
TEST_P(WindTunnel3dTest, ForcesEqualTheMomentumLossOfTheFlow) {
    Simulation tunnel(small(
        kSingles,
        endless(
            {{"obstacle", "1"}, {"push", "0.0001"}, {"place_y", "0.47"}, {"place_z", "0.45"}})));
    double fluid = 0;
    for (const unsigned char solid : tunnel.field<unsigned char>("solid").to_vector())
        fluid += solid == 0;
    tunnel.advance(40);
    double before = sum(velocity(tunnel));
    for (int i = 0; i < 3; ++i) {
        tunnel.advance(1);
        const double face = 0.7853982 * 8 * 8;
        const double force = coefficients(tunnel)[0] * 0.08 * 0.08 * face / 2;
        const double after = sum(velocity(tunnel));
        EXPECT_GT(force, 0.01);
        EXPECT_NEAR(after - before, 0.0001 * fluid - force, 1e-4);
        before = after;
    }
}

TEST_P(WindTunnel3dTest, HasNoLiftInSymmetricFlow) {
    for (const char* const name : kBoth) {
        SCOPED_TRACE(name);
        Simulation tunnel(small(name, {{"depth", "24"}}));
        tunnel.advance(300);
        const auto [drag, lift, side] = coefficients(tunnel);
        EXPECT_GT(drag, 1.5);
        EXPECT_LT(drag, 4.0);
        const double near = name == kSingles ? 1e-4 : 5e-3;
        EXPECT_NEAR(lift, 0, near);
        EXPECT_NEAR(side, 0, near);
    }
}

TEST_P(WindTunnel3dTest, SixteenBitStorageIsAccurate) {
    const Settings vortices = endless(
        {{"start", "2"}, {"width", "24"}, {"height", "24"}, {"depth", "24"}, {"size", "4"}});
    for (const Settings& settings : {Settings{{"start", "0"}}, vortices}) {
        Simulation singles(small(kSingles, settings)), halves(small(kHalves, settings));
        singles.advance(200);
        halves.advance(200);
        const auto one = velocity(singles), other = velocity(halves);
        EXPECT_LT(difference(one, other), 0.002f);  // for speeds of about 0.08
        float fastest = 0;
        for (const Vector& each : one) fastest = std::max(fastest, std::hypot(each[0], each[1]));
        EXPECT_GT(fastest, 0.01f);
    }
}

TEST_P(WindTunnel3dTest, UsesAMaskAsObstacles) {
    const std::vector<unsigned char> mask = block_from(8, 6, 4);
    for (const char* const name : kBoth) {
        SCOPED_TRACE(name);
        Simulation tunnel(
            options(name, {{"size", "4"}, {"reynolds", "40"}, {"sponge", "8"}}, input_of(mask)));
        EXPECT_EQ(tunnel.get<int>("width"), 32);
        EXPECT_EQ(tunnel.get<int>("depth"), 12);
        EXPECT_EQ(tunnel.field<unsigned char>("solid").to_vector(), mask);
        require_flow(tunnel);
        tunnel.advance(300);
        EXPECT_GT(coefficients(tunnel)[0], 1.0);  // a block's drag
        EXPECT_LT(coefficients(tunnel)[0], 8.0);
    }
}

// In a periodic tunnel, a block that crosses the borders behaves like a block in the middle.
TEST_P(WindTunnel3dTest, ObstaclesWrapAroundPeriodicBoundaries) {
    for (const char* const name : kBoth) {
        SCOPED_TRACE(name);
        const auto coefficients_at = [&](std::size_t x, std::size_t y, std::size_t z) {
            Simulation tunnel(options(
                name,
                endless({{"size", "4"}, {"reynolds", "40"}, {"start", "1"}, {"push", "0.0002"}}),
                input_of(block_from(x, y, z))));
            tunnel.advance(60);
            return coefficients(tunnel);
        };
        const auto middle = coefficients_at(8, 6, 4);
        EXPECT_GT(middle[0], 0.1);
        for (const auto& [x, y, z] : std::vector<std::array<std::size_t, 3>>{
                 {28, 6, 4}, {30, 6, 4}, {8, 14, 4}, {8, 6, 0}, {8, 6, 10}, {31, 15, 11}}) {
            SCOPED_TRACE(fmt::format("{} {} {}", x, y, z));
            const auto moved = coefficients_at(x, y, z);
            for (std::size_t axis = 0; axis < 3; ++axis)
                EXPECT_NEAR(moved[axis], middle[axis], name == kSingles ? 1e-5 : 2e-3);
        }
    }
}

// The last two cells along the tunnel are a wall. The flow touches the wall's far side only after
// the ends become periodic.
TEST_P(WindTunnel3dTest, ObstaclesFollowChangedBoundaries) {
    std::vector<unsigned char> wall(12 * 16 * 32, 0);
    for (std::size_t i = 0; i < wall.size(); ++i) wall[i] = i % 32 >= 30;
    const auto tunnel_of = [&](const char* name, const char* ends) {
        return Simulation(options(
            name,
            {{"size", "4"}, {"reynolds", "40"}, {"start", "1"}, {"push", "0.0002"}, {"ends", ends}},
            input_of(wall)));
    };
    for (const char* const name : kBoth) {
        SCOPED_TRACE(name);
        Simulation periodic = tunnel_of(name, "1"), changed = tunnel_of(name, "2");
        changed.set("ends", "1");
        periodic.advance(60);
        changed.advance(60);
        EXPECT_EQ(difference(velocity(periodic), velocity(changed)), 0);
        EXPECT_EQ(coefficients(periodic)[0], coefficients(changed)[0]);
    }
}

TEST_P(WindTunnel3dTest, DragsDrawAndEraseObstacles) {
    for (const char* const name : kBoth) {
        SCOPED_TRACE(name);
        Simulation tunnel(small(name, {{"obstacle", "0"}, {"brush", "3"}, {"start", "0"}}));
        tunnel.advance(20);
        EXPECT_EQ(coefficients(tunnel)[0], 0);
        tunnel.drag({.place = {30.5f, 12.5f, 10.5f}, .before = {30.5f, 12.5f, 10.5f}});
        const auto solid = [&](std::size_t x) {
            return static_cast<int>(
                tunnel.field<unsigned char>("solid").to_vector()[(10 * 24 + 12) * 48 + x]);
        };
        EXPECT_EQ(solid(28), 1);
        EXPECT_EQ(solid(34), 0);
        tunnel.advance(60);
        EXPECT_GT(coefficients(tunnel)[0], 0.1);
        tunnel.set("erase", "true");
        tunnel.drag({.place = {30.5f, 12.5f, 10.5f}, .before = {30.5f, 12.5f, 10.5f}});
        EXPECT_EQ(solid(28), 0);
        tunnel.advance(20);
        EXPECT_EQ(coefficients(tunnel)[0], 0);
        EXPECT_TRUE(std::isfinite(sum(velocity(tunnel))));
    }
}

TEST_P(WindTunnel3dTest, FlowsThroughDisabledObstacles) {
    for (const char* const name : kBoth) {
        SCOPED_TRACE(name);
        const Settings rough{{"start", "2"}, {"place_x", "0.5"}};  // a flow with eddies
        Simulation empty(small(name, endless(rough)));
        Simulation off(small(name, endless(rough)));
        off.set("obstacle", "1");
        off.set("obstacles", "false");
        off.reset();
        empty.advance(30);
        off.advance(30);
        EXPECT_EQ(difference(velocity(off), velocity(empty)), 0);
        EXPECT_EQ(coefficients(off)[0], 0);
        off.set("obstacles", "true");
        off.advance(30);
        const auto solid = off.field<unsigned char>("solid").to_vector();
        const auto flow = velocity(off);
        for (std::size_t i = 0; i < flow.size(); ++i) {
            const bool rests = flow[i] == Vector{};
            ASSERT_EQ(rests, solid[i] != 0) << i;
        }
        EXPECT_NE(coefficients(off)[0], 0);
    }
}

TEST_P(WindTunnel3dTest, ContinuesBitExactlyFromASnapshot) {
    Simulation tunnel(small(kSingles));
    tunnel.advance(20);
    const studio::Snapshot kept = tunnel.capture();
    tunnel.advance(20);
    const std::vector<float> once = tunnel.field<float>("f").to_vector();
    tunnel.restore(kept);
    tunnel.advance(20);
    EXPECT_EQ(tunnel.field<float>("f").to_vector(), once);
}

TEST_P(WindTunnel3dTest, RefusesUnstableSettingsWithSuggestions) {
    EXPECT_EQ(refusal({}), "taken");
    EXPECT_EQ(refusal({{"reynolds", "500"}}),
              "a Reynolds number of 500 is unstable with a size of 8 cells, for which the maximum "
              "is 160. Lower the Reynolds number, or use --set size=25 in a proportionally larger "
              "tunnel, or --set turbulence=0.17");
    EXPECT_EQ(refusal({{"reynolds", "500"}, {"turbulence", "0.17"}}), "taken");
    EXPECT_EQ(refusal({{"size", "40"}}),
              "the obstacle blocks the tunnel, so no path leads from the inlet to the outlet. Open "
              "a path, or also close the ends with --set ends=2");
    EXPECT_EQ(refusal({{"size", "40"}, {"obstacle", "0"}}), "taken");
    try {
        Simulation odd(small(kHalves, {{"depth", "21"}}));
        ADD_FAILURE() << "an odd depth is taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.reason(), "the extent 'depth' is 21, but must be a multiple of 2");
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, WindTunnel3dTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
