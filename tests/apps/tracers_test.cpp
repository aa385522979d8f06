// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include <apps/catalog.hpp>
#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/snapshot.hpp>
#include <support/backends.hpp>

// Tracer particles in the flow of the wind tunnels.
namespace glint::apps {
namespace {

using studio::Simulation;
using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::array kAll{"wind_tunnel", "wind_tunnel3d", "wind_tunnel3d_16"};

class TracersTest : public test::OnEachBackend {
protected:
    Simulation small(const std::string& name, const Settings& settings = {}) {
        auto options = options_for(find_entry(name), open());
        options.settings = {{"width", "64"},     {"height", "32"},        {"size", "8"},
                            {"sponge", "8"},     {"reynolds", "40"},      {"speed", "0.1"},
                            {"tracers", "true"}, {"tracer_count", "500"}, {"rake", "3"}};
        if (name != "wind_tunnel") options.settings.emplace_back("depth", "24");
        options.settings.insert(options.settings.end(), settings.begin(), settings.end());
        return Simulation(options);
    }
    static std::array<std::size_t, 3> cells(Simulation& tunnel) {
        const bool is_flat = tunnel.field<unsigned char>("solid").shape().rank() == 2;
        return {64, 32, is_flat ? 1u : 24u};
    }
    /// Coordinates of each tracer; in 2D, z is half a cell.
    static std::vector<std::array<float, 3>> places(Simulation& tunnel) {
        if (cells(tunnel)[2] > 1) return tunnel.field<std::array<float, 3>>("place").to_vector();
        std::vector<std::array<float, 3>> all;
        for (const auto& at : tunnel.field<std::array<float, 2>>("place").to_vector())
            all.push_back({at[0], at[1], 0.5f});
        return all;
    }
    static std::vector<std::byte> flow(Simulation& tunnel) {
        return to_vector(tunnel.stream(),
                         tunnel.state().memory(*tunnel.declaration().find_field("f")));
    }
};

// The push accelerates the whole flow: after n steps, u is 0.0001 (n - 1/2). Each move of the
// tracers covers five steps.
TEST_P(TracersTest, MoveWithTheFlow) {
    for (const char* const name : kAll) {
        SCOPED_TRACE(name);
        Settings endless{{"ends", "1"}, {"walls", "2"}, {"push", "0.0001"}};
        if (name == kAll[0])
            endless.emplace_back("cylinder", "false");
        else
            endless.insert(endless.end(), {{"sides", "2"}, {"obstacle", "0"}, {"start", "1"}});
        Simulation tunnel = small(name, endless);
        const auto before = places(tunnel);
        tunnel.advance(100);
        double way = 0;
        for (int n = 5; n <= 100; n += 5) way += 5 * 0.0001 * (n - 0.5);
        const auto after = places(tunnel);
        const double near = name == kAll[2] ? 5e-3 : 1e-4;
        for (std::size_t i = 0; i < after.size(); ++i) {
            const double moved = after[i][0] - before[i][0];
            ASSERT_NEAR(moved < -1 ? moved + 64 : moved, way, near);
            ASSERT_NEAR(after[i][1], before[i][1], near);
            ASSERT_NEAR(after[i][2], before[i][2], near);
        }
    }
}

TEST_P(TracersTest, FlowAroundTheObstacleAndRestartAtTheInlet) {
    for (const char* const name : kAll) {
        SCOPED_TRACE(name);
        Simulation tunnel = small(name);
        const auto [width, height, depth] = cells(tunnel);
        const auto before = places(tunnel);
        tunnel.advance(300);
        const auto solid = tunnel.field<unsigned char>("solid").to_vector();
        const auto after = places(tunnel);
        std::size_t started_again = 0, behind = 0;
        for (std::size_t i = 0; i < after.size(); ++i) {
            std::array<std::size_t, 3> cell{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::size_t length = cells(tunnel)[axis];
                ASSERT_TRUE(after[i][axis] >= 0 && after[i][axis] <= static_cast<float>(length));
                cell[axis] = std::min(static_cast<std::size_t>(after[i][axis]), length - 1);
            }
            ASSERT_EQ(solid[(cell[2] * height + cell[1]) * width + cell[0]], 0);
            started_again += after[i][0] < before[i][0];
            behind += after[i][0] > 0.6f * static_cast<float>(width);
        }
        EXPECT_GT(started_again, 100u);  // the flow has moved 30 of 64 cells
        EXPECT_GT(behind, 100u);
    }
}

TEST_P(TracersTest, AreReproducibleAndDoNotChangeTheFlow) {
    for (const char* const name : kAll) {
        SCOPED_TRACE(name);
        Simulation one = small(name), without = small(name, {{"tracers", "false"}});
        const auto begin = places(without);
        one.advance(33);
        const studio::Snapshot kept = one.capture();
        one.advance(40);
        without.advance(73);
        EXPECT_EQ(flow(one), flow(without));
        EXPECT_EQ(places(without), begin);
        const auto once = places(one);
        EXPECT_NE(once, begin);
        one.restore(kept);
        one.advance(40);
        EXPECT_EQ(places(one), once);
    }
}

TEST_P(TracersTest, MouseReleasesTracers) {
    for (const char* const name : kAll) {
        SCOPED_TRACE(name);
        Simulation tunnel = small(name, {{"release", "true"}, {"brush", "3"}, {"rake", "0.5"}});
        const auto solid = tunnel.field<unsigned char>("solid").to_vector();
        const auto near = [&] {
            return std::ranges::count_if(places(tunnel), [](const auto& at) {
                return std::abs(at[0] - 40) <= 3 && std::abs(at[1] - 26) <= 3;
            });
        };
        EXPECT_EQ(near(), 0);
        for (int i = 0; i < 10; ++i) {
            tunnel.drag({.place = {40, 26, 12}, .before = {40, 26, 12}});
            tunnel.advance(1);
        }
        EXPECT_GT(near(), 50);  // ten releases of 10 tracers each, 1/50 of the 500 tracers
        EXPECT_EQ(tunnel.field<unsigned char>("solid").to_vector(), solid);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, TracersTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
