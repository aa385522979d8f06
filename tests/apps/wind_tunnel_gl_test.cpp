// SPDX-License-Identifier: MIT
#include <cmath>

#include <apps/on_backend.hpp>
#include <apps/started.hpp>
#include <apps/wind_tunnel/requirements.hpp>
#include <glint/array/array.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>

namespace glint::apps {
namespace {

using studio::Simulation;

class WindTunnelTest : public test::OnBackend {
protected:
    /// Options of a small tunnel, which `settings` override.
    studio::SimulationOptions small(const Settings& settings = {}, const std::string& input = {}) {
        Settings all{{"width", "96"},
                     {"height", "48"},
                     {"size", "10"},
                     {"sponge", "24"},
                     {"reynolds", "40"}};
        all.insert(all.end(), settings.begin(), settings.end());
        return options("wind_tunnel", all, input);
    }
    std::string refusal(const Settings& settings) {
        Simulation tunnel(small(settings));
        try {
            require_flow(tunnel);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            return error.reason();
        }
        return "taken";
    }
    /// Drag and lift coefficients.
    static std::array<double, 2> coefficients(Simulation& tunnel) {
        const auto all = tunnel.monitors();
        return {all[0].value(), all[1].value()};
    }
    static double mass(Simulation& tunnel) {
        double sum = 0;
        for (const float f : tunnel.field<float>("f").to_vector()) sum += f;
        return sum;
    }
    static double momentum(Simulation& tunnel) {
        constexpr std::array<int, 9> kX{0, 1, -1, 0, 0, 1, -1, -1, 1};
        const std::vector<float> f = tunnel.field<float>("f").to_vector();
        const std::size_t cells = f.size() / 9;
        double sum = 0;
        for (std::size_t i = 0; i < f.size(); ++i) sum += kX[i / cells] * static_cast<double>(f[i]);
        return sum;
    }
};

// Backflow cancels the momentum that the lid adds, except for a sixth of the lid's speed in each
// cell below the lid. Momentum that continues into the wall is not part of any cell.
TEST_P(WindTunnelTest, ConservesMassInAClosedBox) {
    Simulation box(small(
        {{"ends", "2"}, {"walls", "0"}, {"lid", "0.1"}, {"cylinder", "false"}, {"width", "48"}}));
    box.advance(20000);
    EXPECT_NEAR(mass(box), 0, 0.01);  // sum of 2304 cells
    EXPECT_NEAR(momentum(box), 48 * 0.1 / 6, 0.001);
    box.draw();
    const auto velocity = box.field<std::array<float, 2>>("velocity").to_vector();
    EXPECT_GT(velocity[47 * 48 + 24][0], 0.05f);  // below the lid
}

// The force on the obstacle equals the push minus the momentum gained by the flow.
TEST_P(WindTunnelTest, ForcesEqualTheMomentumLossOfTheFlow) {
    Simulation tunnel(
        small({{"ends", "1"}, {"walls", "2"}, {"push", "0.0001"}, {"cylinder_y", "0.45"}}));
    const double fluid = [&] {
        double count = 0;
        for (const unsigned char solid : tunnel.field<unsigned char>("solid").to_vector())
            count += solid == 0;
        return count;
    }();
    tunnel.advance(40);
    double before = momentum(tunnel);
    for (int i = 0; i < 3; ++i) {
        tunnel.advance(1);
        const double force = coefficients(tunnel)[0] * 0.08 * 0.08 * 10 / 2;
        const double after = momentum(tunnel);
        EXPECT_GT(force, 0.01);
        EXPECT_NEAR(after - before, 0.0001 * fluid - force, 2e-5);
        before = after;
    }
}

TEST_P(WindTunnelTest, UsesAnImageAsObstacles) {
    Picture mask{.width = 64, .height = 40, .rgba = std::vector<unsigned char>(64 * 40 * 4, 0)};
    for (int y = 14; y < 22; ++y)
        for (int x = 20; x < 26; ++x)
            for (int c = 0; c < 3; ++c)
                mask.rgba[static_cast<std::size_t>((y * 64 + x) * 4 + c)] = 255;
    for (std::size_t i = 3; i < mask.rgba.size(); i += 4) mask.rgba[i] = 255;
    const auto path = folder().path() / "mask.png";
    write_png(path, mask);
    Simulation tunnel(options("wind_tunnel", {{"size", "8"}, {"reynolds", "40"}, {"sponge", "16"}},
                              "solid=" + path.string()));
    EXPECT_EQ(tunnel.get<int>("width"), 64);
    const std::vector<unsigned char> solid = tunnel.field<unsigned char>("solid").to_vector();
    for (std::size_t y = 0; y < 40; ++y)
        for (std::size_t x = 0; x < 64; ++x)
            ASSERT_EQ(solid[(39 - y) * 64 + x], y >= 14 && y < 22 && x >= 20 && x < 26)
                << x << ' ' << y;
    tunnel.advance(1500);
    EXPECT_GT(coefficients(tunnel)[0], 1.0);  // a block's drag
    EXPECT_LT(coefficients(tunnel)[0], 5.0);
}

TEST_P(WindTunnelTest, DragsDrawAndEraseObstacles) {
    Simulation tunnel(small({{"cylinder", "false"}, {"brush", "3"}}));
    tunnel.advance(50);
    EXPECT_EQ(coefficients(tunnel)[0], 0);
    tunnel.drag({.place = {40.5f, 20.5f, 0}, .before = {30.5f, 20.5f, 0}});
    const auto solid = [&](std::size_t x, std::size_t y) {
        return static_cast<int>(tunnel.field<unsigned char>("solid").to_vector()[y * 96 + x]);
    };
    EXPECT_EQ(solid(35, 20), 1);
    EXPECT_EQ(solid(35, 26), 0);
    tunnel.advance(200);
    EXPECT_GT(coefficients(tunnel)[0], 0.1);
    tunnel.set("erase", "true");
    tunnel.drag({.place = {40.5f, 20.5f, 0}, .before = {30.5f, 20.5f, 0}});
    EXPECT_EQ(solid(35, 20), 0);
    tunnel.advance(50);
    EXPECT_EQ(coefficients(tunnel)[0], 0);
    EXPECT_TRUE(std::isfinite(mass(tunnel)));
}

// Noise is smeared along the flow and not across it.
TEST_P(WindTunnelTest, ShowsStreaklinesAlongTheFlow) {
    Simulation tunnel(small({{"cylinder", "false"}}));
    tunnel.advance(200);
    tunnel.draw();
    const auto streams = tunnel.field<std::array<unsigned char, 4>>("streams").to_vector();
    double along = 0, across = 0;
    for (std::size_t y = 8; y < 40; ++y)
        for (std::size_t x = 24; x < 72; ++x) {
            const auto green = [&](std::size_t at) { return static_cast<int>(streams[at][1]); };
            const std::size_t i = y * 96 + x;
            along += std::abs(green(i + 1) - green(i));
            across += std::abs(green(i + 96) - green(i));
        }
    EXPECT_LT(3 * along, across);
    EXPECT_GT(across, 48 * 32 * 5);
}

TEST_P(WindTunnelTest, ContinuesBitExactlyFromASnapshot) {
    Simulation tunnel(small());
    tunnel.advance(60);
    const studio::Snapshot kept = tunnel.capture();
    tunnel.advance(60);
    const std::vector<float> once = tunnel.field<float>("f").to_vector();
    tunnel.restore(kept);
    tunnel.advance(60);
    EXPECT_EQ(tunnel.field<float>("f").to_vector(), once);
}

TEST_P(WindTunnelTest, AcceptedSettingsAreStable) {
    Simulation tunnel(small({{"reynolds", "300"}, {"speed", "0.1"}}));
    require_flow(tunnel);
    tunnel.advance(3000);
    EXPECT_TRUE(std::isfinite(mass(tunnel)));
    EXPECT_NEAR(mass(tunnel), 0, 40);
}

TEST_P(WindTunnelTest, RefusesUnstableSettingsWithSuggestions) {
    EXPECT_EQ(refusal({}), "taken");
    EXPECT_EQ(refusal({{"reynolds", "500"}}),
              "a Reynolds number of 500 is unstable with a size of 10 cells, for which the maximum "
              "is 300. Lower the Reynolds number, or use --set size=17 in a proportionally larger "
              "tunnel, or --set turbulence=0.17");
    EXPECT_EQ(refusal({{"reynolds", "500"}, {"turbulence", "0.17"}}), "taken");
    EXPECT_EQ(refusal({{"size", "60"}}),
              "the obstacle blocks the tunnel, so no path leads from the inlet to the outlet. Open "
              "a path, or also close the ends with --set ends=2");
    EXPECT_EQ(refusal({{"size", "60"}, {"ends", "2"}}), "taken");
    EXPECT_EQ(refusal({{"size", "60"}, {"ends", "1"}}), "taken");
    EXPECT_NE(refusal({{"size", "60"}, {"ends", "1"}, {"push", "0.0001"}}), "taken");
    EXPECT_EQ(refusal({{"sponge", "96"}}),
              "a sponge of 96 cells covers the entire tunnel, which is 96 cells long. Use --set "
              "sponge=16, a sixth of this length");
}

INSTANTIATE_TEST_SUITE_P(Backends, WindTunnelTest, test::each_backend(), test::name);

TEST(WindTunnelCommand, RefusesUnstableSettings) {
    const test::TemporaryFolder folder;
    const auto refused = test::start_glint(
        folder.path(), "run wind_tunnel --headless --frames 1 --device cpu --set reynolds=5000");
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("for which the maximum is 720"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace glint::apps
