// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <apps/on_backend.hpp>
#include <apps/started.hpp>
#include <glint/array/array.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>

namespace glint::apps {
namespace {

using studio::Simulation;

/// The scheme of apps/waves on the host, in double precision. With depth 1, it is two-dimensional.
struct Host {
    int width, height, depth;
    double speed, border;
    std::vector<double> level, before, medium;

    bool is_plane() const { return depth == 1; }
    std::size_t index(int x, int y, int z) const {
        return static_cast<std::size_t>((z * height + y) * width + x);
    }
    double kept(int x, int y, int z) const {
        int inside = std::min({x, width - 1 - x, y, height - 1 - y});
        if (!is_plane()) inside = std::min({inside, z, depth - 1 - z});
        const double part = std::max(border - inside - 0.5, 0.0) / std::max(border, 1.0);
        return 1 - 10.4 * 0.5 * speed / std::max(border, 14.0) * part * part;
    }
    double laplacian(const std::vector<double>& f, int x, int y, int z) const {
        double sum = 0;
        for (const int side : {-1, 1}) {
            sum += f[index(std::clamp(x + side, 0, width - 1), y, z)];
            sum += f[index(x, std::clamp(y + side, 0, height - 1), z)];
            if (!is_plane()) sum += f[index(x, y, std::clamp(z + side, 0, depth - 1))];
        }
        return sum - (is_plane() ? 4 : 6) * f[index(x, y, z)];
    }
    void half_step(const std::vector<double>& now, std::vector<double>& old) const {
        for (int z = 0; z < depth; ++z)
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    const std::size_t i = index(x, y, z);
                    const double k = 0.5 * speed * medium[i], g = kept(x, y, z);
                    old[i] = medium[i] == 0
                                 ? 0
                                 : g * (2 * now[i] - g * old[i] + k * k * laplacian(now, x, y, z));
                }
    }
    void step() {
        half_step(level, before);
        half_step(before, level);
    }
};

class Waves : public test::OnBackend {
protected:
    Settings sizes(int width, int height, int depth, const std::string& border) {
        Settings made{{"width", std::to_string(width)},
                      {"height", std::to_string(height)},
                      {"border", border},
                      {"scene", "3"}};
        if (depth > 1) made.emplace_back("depth", std::to_string(depth));
        return made;
    }

    void expect_as_on_the_host(const char* name, int width, int height, int depth) {
        Simulation simulation(options(name, sizes(width, height, depth, "6")));
        Host host{width, height, depth, 1, 6, {}, {}, {}};
        std::vector<float> level, medium;
        unsigned random = 1;
        for (int i = 0; i < width * height * depth; ++i) {
            random = random * 1664525 + 1013904223;
            level.push_back(static_cast<float>(random >> 8) / (1 << 24) - 0.5f);
            medium.push_back(random % 16 == 0 ? 0.0f : random % 3 == 0 ? 0.6f : 1.0f);
        }
        simulation.field<float>("level").assign(level);
        simulation.field<float>("before").assign(level);
        simulation.field<float>("medium").assign(medium);
        host.level = host.before = {level.begin(), level.end()};
        host.medium = {medium.begin(), medium.end()};
        simulation.advance(20);
        for (int step = 0; step < 20; ++step) host.step();
        const std::vector<float> found = simulation.field<float>("level").to_vector();
        for (std::size_t i = 0; i < found.size(); ++i) {
            // Each of 40 half steps has a few rounding errors of up to 6e-8.
            ASSERT_NEAR(found[i], host.level[i], 2e-5) << i;
            ASSERT_TRUE(medium[i] != 0 || found[i] == 0) << i;
        }
    }
};

TEST_P(Waves, PlaneWavesMatchTheHost) { expect_as_on_the_host("waves", 45, 37, 1); }
TEST_P(Waves, SpaceWavesMatchTheHost) { expect_as_on_the_host("waves3d", 37, 21, 18); }

TEST_P(Waves, StartAtRestFromAGivenLevel) {
    constexpr std::size_t kSide = 32;
    std::vector<float> level(kSide * kSide, 0.0f);
    level[16 * kSide + 16] = 1;
    const auto path = folder().path() / "level.npy";
    write_npy(path, std::array{kSide, kSide}, level);
    Simulation simulation(options("waves", {{"scene", "3"}}, "level=" + path.string()));
    const std::vector<float> before = simulation.field<float>("before").to_vector();
    // The waves start at rest, so the level half a step before the start equals that half a step
    // after it: u + C^2 / 2 times the Laplacian, with C = 0.5.
    EXPECT_FLOAT_EQ(before[16 * kSide + 16], 1 - 4 * 0.125f);
    EXPECT_FLOAT_EQ(before[16 * kSide + 17], 0.125f);
    EXPECT_EQ(before[16 * kSide + 18], 0);
}

TEST_P(Waves, UseAnImageAsTheMedium) {
    Picture picture{.width = 24, .height = 16, .rgba = {}};
    for (unsigned i = 0; i < 24 * 16; ++i)
        picture.rgba.insert(picture.rgba.end(), 3, static_cast<std::uint8_t>(i % 24 * 10)),
            picture.rgba.push_back(255);
    const auto path = folder().path() / "medium.png";
    write_png(path, picture);
    Simulation simulation(options("waves", {}, "medium=" + path.string()));
    EXPECT_EQ(simulation.state().extents(0), (studio::Extents{24, 16, 1}));
    const std::vector<float> medium = simulation.field<float>("medium").to_vector();
    std::vector<float> row;
    for (std::size_t x = 0; x < 24; ++x) row.push_back(medium[x]);
    std::ranges::sort(row);
    for (std::size_t x = 0; x < 24; ++x)
        EXPECT_NEAR(row[x], static_cast<float>(x * 10) / 255, 1e-3f) << x;
}

TEST_P(Waves, DragsExciteWavesAndPaintTheMedium) {
    Simulation simulation(options("waves", sizes(40, 20, 1, "0")));
    const auto drag = [&](int tool, float x0, float x1, float y) {
        simulation.set("tool", tool);
        simulation.drag({.place = {x1, y, 0}, .before = {x0, y, 0}});
    };
    simulation.set("brush", 1.5);
    drag(0, 5.5f, 5.5f, 5.5f);
    drag(1, 10.5f, 20.5f, 10.5f);
    drag(2, 10.5f, 20.5f, 15.5f);
    drag(3, 15.5f, 15.5f, 15.5f);
    drag(4, 20.5f, 20.5f, 10.5f);
    const std::vector<float> level = simulation.field<float>("level").to_vector(),
                             before = simulation.field<float>("before").to_vector(),
                             medium = simulation.field<float>("medium").to_vector();
    EXPECT_FLOAT_EQ(level[5 * 40 + 5], 0.3f);
    EXPECT_EQ(level, before);
    EXPECT_EQ(medium[10 * 40 + 12], 0);
    EXPECT_EQ(medium[10 * 40 + 20], 1);
    EXPECT_FLOAT_EQ(medium[15 * 40 + 11], 0.6f);
    EXPECT_FLOAT_EQ(medium[15 * 40 + 15], -0.6f);
    EXPECT_EQ(medium[12 * 40 + 15], 1);
}

TEST_P(Waves, DragsChangeABallInSpace) {
    Simulation simulation(options("waves3d", sizes(20, 18, 16, "0")));
    simulation.set("tool", 1);
    simulation.set("brush", 2.0);
    simulation.drag({.place = {10.5f, 8.5f, 6.5f}, .before = {10.5f, 8.5f, 6.5f}});
    const std::vector<float> medium = simulation.field<float>("medium").to_vector();
    // The brush has a radius of 2, which includes the corner cells at a distance of 1.73.
    EXPECT_EQ(std::ranges::count(medium, 0.0f), 27);
    EXPECT_EQ(medium[(6 * 18 + 8) * 20 + 10], 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, Waves, test::each_backend(), test::name);

TEST(WavesCommand, RefusesATimeStepThatIsTooLong) {
    const test::TemporaryFolder folder;
    const auto run = test::start_glint(
        folder.path(), "run waves --headless --frames 2 --size 160x90 --device cpu --dt 2");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(
        run.err.find("the Courant number is 1, but the maximum for stability is 0.7071. Use --set "
                     "speed=0.707 or --dt 1.41"),
        std::string::npos)
        << run.err;
}

}  // namespace
}  // namespace glint::apps
