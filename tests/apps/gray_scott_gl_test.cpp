// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include <apps/on_backend.hpp>
#include <glint/array/array.hpp>
#include <glint/formats/npy.hpp>

namespace glint::apps {
namespace {

using studio::Simulation;

/// U and V of each cell, row by row.
struct Cells {
    std::vector<float> u;
    std::vector<float> v;
};

Cells cells(Simulation& simulation) {
    return {simulation.field<float>("u").to_vector(), simulation.field<float>("v").to_vector()};
}

class GrayScottTest : public test::OnBackend {
protected:
    /// Options of a run that starts from the given V, with U = 1 - V.
    studio::SimulationOptions from(std::size_t width, std::size_t height,
                                   const std::vector<float>& v, const Settings& settings = {}) {
        const auto path = folder().path() / "v.npy";
        write_npy(path, std::array{height, width}, v);
        return options("gray_scott", settings, path.string());
    }
    std::string refusal(std::size_t width, std::size_t height, const std::vector<float>& v) {
        try {
            Simulation simulation(from(width, height, v));
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_input);
            return error.reason();
        }
        return "taken";
    }
};

struct Mass {
    double u = 0;
    double v = 0;
};

Mass mass(const Cells& cells) {
    Mass sum;
    for (const float u : cells.u) sum.u += u;
    for (const float v : cells.v) sum.v += v;
    return sum;
}

TEST_P(GrayScottTest, IsSteadyWithoutV) {
    Simulation simulation(from(40, 24, std::vector<float>(40 * 24, 0.0f)));
    simulation.advance(100);
    const Cells found = cells(simulation);
    for (std::size_t i = 0; i < found.u.size(); ++i)
        ASSERT_TRUE(found.u[i] == 1 && found.v[i] == 0) << i;
}

TEST_P(GrayScottTest, MassChangesMatchTheModel) {
    const double feed = 0.03, kill = 0.05, dt = 0.5;
    studio::SimulationOptions made = options("gray_scott", {{"feed", "0.03"}, {"kill", "0.05"}});
    made.dt = dt;
    Simulation simulation(made);
    for (int step = 0; step < 5; ++step) {
        const Cells here = cells(simulation);
        const auto count = static_cast<double>(here.u.size());
        const Mass before = mass(here);
        simulation.advance(1);
        const Mass later = mass(cells(simulation));
        // Diffusion and reaction only move mass or convert U into V.
        const double gained = dt * (feed * (count - before.u) - (feed + kill) * before.v);
        ASSERT_GT(std::abs(gained), 10);
        // Rounding changes the two floats of each cell by up to 6e-8, and by far less on average.
        EXPECT_NEAR(later.u + later.v - before.u - before.v, gained, count * 6e-8);
    }
}

TEST_P(GrayScottTest, DampsEachModeAsDiffusionDoes) {
    constexpr std::size_t kWidth = 96, kHeight = 64;
    constexpr unsigned kSteps = 40;
    // V is so small that the reaction, U V^2, is at most 4e-6 V.
    constexpr double kSmall = 1e-6;
    const double across = 2 * std::numbers::pi * 3 / kWidth;
    const double along = 2 * std::numbers::pi * 5 / kHeight;
    std::vector<float> v;
    for (std::size_t y = 0; y < kHeight; ++y)
        for (std::size_t x = 0; x < kWidth; ++x)
            v.push_back(static_cast<float>(kSmall * (2 + std::cos(across * static_cast<double>(x)) +
                                                     std::cos(along * static_cast<double>(y)))));
    const double diffusion = 0.2, kill = 0.03, dt = 0.8;
    studio::SimulationOptions made =
        from(kWidth, kHeight, v, {{"feed", "0"}, {"kill", "0.03"}, {"diffusion_v", "0.2"}});
    made.dt = dt;
    Simulation simulation(made);
    simulation.advance(kSteps);

    double mean = 0, first = 0, second = 0;
    const std::vector<float> found = cells(simulation).v;
    for (std::size_t i = 0; i < found.size(); ++i) {
        mean += found[i];
        first += found[i] * std::cos(across * static_cast<double>(i % kWidth));
        second += found[i] * std::cos(along * static_cast<double>(i / kWidth));
    }
    // The five-point Laplacian of cos(k x) is -(2 - 2 cos k) cos(k x).
    const auto kept = [&](double k) {
        return std::pow(1 - dt * (diffusion * (2 - 2 * std::cos(k)) + kill), kSteps);
    };
    const double whole = kSmall * static_cast<double>(found.size());
    // Over 40 steps, the relative error is at most 40 * 4e-6 from the reaction and 40 * 6e-8 from
    // rounding.
    EXPECT_NEAR(mean / whole / (2 * kept(0)), 1, 5e-4);
    EXPECT_NEAR(first / whole / (0.5 * kept(across)), 1, 5e-4);
    EXPECT_NEAR(second / whole / (0.5 * kept(along)), 1, 5e-4);
}

TEST_P(GrayScottTest, IsPeriodicAtTheEdges) {
    constexpr std::size_t kWidth = 17, kHeight = 9;
    const auto after = [&](std::size_t cell) {
        std::vector<float> v(kWidth * kHeight, 0.0f);
        v[cell] = 0.5f;
        Simulation simulation(from(kWidth, kHeight, v));
        simulation.advance(30);
        return cells(simulation).v;
    };
    const auto a = after(0), b = after(4 * kWidth + 8);
    for (std::size_t y = 0; y < kHeight; ++y)
        for (std::size_t x = 0; x < kWidth; ++x)
            // Both runs compute the same sums, but in a different order.
            ASSERT_NEAR(a[y * kWidth + x], b[(y + 4) % kHeight * kWidth + (x + 8) % kWidth], 1e-6f);
}

TEST_P(GrayScottTest, IsBitIdenticalForOneSeed) {
    const auto after = [&](unsigned seed) {
        studio::SimulationOptions made = options("gray_scott");
        made.seed = seed;
        Simulation simulation(made);
        simulation.advance(50);
        return cells(simulation).v;
    };
    EXPECT_EQ(after(3), after(3));
    EXPECT_NE(after(3), after(4));
}

TEST_P(GrayScottTest, FusedStepsAreBitIdentical) {
    // The grids are smaller than a tile, a whole number of tiles, or end with partial tiles.
    for (const auto& [width, height] :
         {std::pair<std::size_t, std::size_t>{17, 9}, {172, 108}, {300, 131}, {87, 55}}) {
        std::vector<float> v(width * height, 0.0f);
        unsigned random = 7;
        for (float& each : v) {
            random = random * 1664525 + 1013904223;
            each = random % 11 == 0 ? static_cast<float>(random >> 8) / (1 << 25) : 0.0f;
        }
        const auto after = [&](bool at_once) {
            studio::SimulationOptions made = from(width, height, v);
            made.steps_at_once = at_once;
            Simulation simulation(made);
            EXPECT_EQ(simulation.steps_at_once(), at_once ? 5u : 1u);
            simulation.advance(123);
            EXPECT_EQ(simulation.now().number, 123u);
            return cells(simulation);
        };
        const Cells single = after(false), several = after(true);
        EXPECT_EQ(single.u, several.u) << width << " x " << height;
        EXPECT_EQ(single.v, several.v) << width << " x " << height;
        EXPECT_NE(single.v, v);
    }
}

TEST_P(GrayScottTest, FusedStepsAreTimed) {
    studio::SimulationOptions made = from(40, 24, std::vector<float>(40 * 24, 0.0f));
    made.steps_at_once = true;
    Simulation simulation(made);
    for (const auto& [steps, name] : {std::pair{5u, "react_5"}, std::pair{4u, "react"}}) {
        simulation.time_next_step();
        simulation.advance(steps);
        simulation.stream().synchronize();
        ASSERT_FALSE(simulation.pass_times().empty());
        EXPECT_EQ(simulation.pass_times().front().name, name);
    }
    made.has_host = true;  // its host code may change the step
    EXPECT_EQ(Simulation(made).steps_at_once(), 1u);
}

TEST_P(GrayScottTest, StartsFromAnArray) {
    const std::vector<float> v{0, 0.25f, 1, 0.5f, 0.125f, 0.75f};
    Simulation simulation(from(3, 2, v));
    EXPECT_EQ(simulation.state().extents(0), (studio::Extents{3, 2, 1}));
    simulation.advance(3);
    simulation.reset();
    const Cells found = cells(simulation);
    EXPECT_EQ(found.v, v);
    for (std::size_t i = 0; i < v.size(); ++i) EXPECT_EQ(found.u[i], 1 - v[i]);
}

TEST_P(GrayScottTest, RefusesInvalidConcentrations) {
    EXPECT_EQ(refusal(3, 2, {0, 0, 0, 0, 1.5f, 0}),
              "the value in row 1, column 1 is 1.5, which is not between 0 and 1");
    EXPECT_EQ(refusal(3, 2, {0, 0, -0.25f, 0, 9, 0}),
              "the value in row 0, column 2 is -0.25, which is not between 0 and 1");
    EXPECT_NE(refusal(2, 1, {0, std::nanf("")}).find("nan"), std::string::npos);
}

TEST_P(GrayScottTest, DragsPaint) {
    Simulation simulation(from(40, 20, std::vector<float>(800, 0.0f), {{"brush", "1.5"}}));
    simulation.drag({.place = {35.5f, 15.5f, 0}, .before = {35.5f, 15.5f, 0}});
    simulation.drag({.place = {20.5f, 10.5f, 0}, .before = {5.5f, 10.5f, 0}});  // a fast drag
    const std::vector<float> v = cells(simulation).v;
    const auto painted = [&](std::size_t x, std::size_t y) { return v[y * 40 + x] == 0.5f; };
    EXPECT_TRUE(painted(35, 15));
    for (std::size_t x = 5; x <= 20; ++x) EXPECT_TRUE(painted(x, 10)) << x;
    EXPECT_FALSE(painted(12, 13));
    EXPECT_FALSE(painted(28, 15));
    EXPECT_FALSE(painted(1, 2));
}

INSTANTIATE_TEST_SUITE_P(Backends, GrayScottTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
