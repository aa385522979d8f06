// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>

#include <glm/vec4.hpp>

#include <apps/on_backend.hpp>
#include <glint/array/array.hpp>

namespace glint::apps {
namespace {

constexpr double kTimeStep = 1.0 / 60;
constexpr std::size_t kCount = 20000;

using Positions = std::vector<glm::vec4>;
using studio::Simulation;

bool same_bits(const Positions& a, const Positions& b) {
    return a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::vec4)) == 0;
}

Positions positions_of_particles(Simulation& particles) {
    return particles.field<glm::vec4>("position").to_vector();
}

void set(Simulation& particles, const char* name, double value) {
    particles.parameters().front().set(name, value);
}

class ParticlesTest : public test::OnBackend {
protected:
    studio::SimulationOptions particles(unsigned seed = 1, std::size_t count = kCount) {
        studio::SimulationOptions made = options("particles", {{"count", std::to_string(count)}});
        made.seed = seed;
        return made;
    }
    Positions after(unsigned seed, unsigned steps) {
        Simulation simulation(particles(seed));
        simulation.advance(steps);
        return positions_of_particles(simulation);
    }
};

TEST_P(ParticlesTest, StartAtRestInAUniformBall) {
    double sum = 0;
    for (const glm::vec4& at : after(1, 0)) {
        const double radius = std::hypot(at.x, at.y, at.z);
        EXPECT_LE(radius, 0.8 + 1e-5);
        EXPECT_EQ(at.w, 0);
        sum += radius;
    }
    // The expected distance is 3/4 of the ball's radius. The distances have a standard deviation of
    // 0.155 m. The tolerance is five standard deviations of the mean.
    EXPECT_NEAR(sum / kCount, 0.6, 5 * 0.155 / std::sqrt(kCount));
}

TEST_P(ParticlesTest, StayInTheBoxAndFinite) {
    studio::SimulationOptions made = particles();
    made.dt = 2 * kTimeStep;
    Simulation simulation(made);
    set(simulation, "flow", 6);
    set(simulation, "attraction", 2);
    set(simulation, "softening", 0.02);
    set(simulation, "attractors", 8);
    for (int i = 0; i < 6; ++i) {
        simulation.advance(20);
        for (const glm::vec4& at : positions_of_particles(simulation)) {
            ASSERT_TRUE(std::abs(at.x) <= 1 && std::abs(at.y) <= 1 && std::abs(at.z) <= 1)
                << at.x << ' ' << at.y << ' ' << at.z;
            ASSERT_TRUE(std::isfinite(at.w) && at.w >= 0) << at.w;
        }
    }
}

TEST_P(ParticlesTest, AreBitIdenticalForOneSeed) {
    EXPECT_TRUE(same_bits(after(7, 30), after(7, 30)));
}

TEST_P(ParticlesTest, StartElsewhereWithAnotherSeed) {
    const Positions a = after(7, 0);
    const Positions b = after(8, 0);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < kCount; ++i) moved += a[i] != b[i];
    EXPECT_EQ(moved, kCount);
}

TEST_P(ParticlesTest, DragReducesSpeedExponentially) {
    Simulation simulation(particles());
    simulation.advance(30);  // makes particles with speeds of many magnitudes
    set(simulation, "flow", 0);
    set(simulation, "attraction", 0);
    set(simulation, "bounce", 1);
    for (const double drag : {0.0, 2.5}) {
        set(simulation, "drag", drag);
        const Positions before = positions_of_particles(simulation);
        simulation.advance(20);
        const Positions later = positions_of_particles(simulation);
        const double kept = std::exp(-drag * 20 * kTimeStep);
        for (std::size_t i = 0; i < kCount; ++i)
            // The value is a product of 20 factors, each off by a few units in the last place.
            ASSERT_NEAR(later[i].w, kept * before[i].w, 1e-4 * before[i].w + 1e-9) << i;
    }
}

TEST_P(ParticlesTest, TakeTheShapeOfACloud) {
    Simulation simulation(
        options("particles", {}, folder().write("a.csv", "x,y,z\n0,0,0\n4,0,0\n0,2,0\n0,0,1\n")));
    const Positions expected{{-0.8f, -0.4f, -0.2f, 0},
                             {0.8f, -0.4f, -0.2f, 0},
                             {-0.8f, 0.4f, -0.2f, 0},
                             {-0.8f, -0.4f, 0.2f, 0}};
    for (int round = 0; round < 2; ++round) {
        const Positions actual = positions_of_particles(simulation);
        ASSERT_EQ(actual.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            for (int axis = 0; axis < 4; ++axis)
                EXPECT_NEAR(actual[i][axis], expected[i][axis], 1e-6f) << i << ", axis " << axis;
        simulation.advance(10);
        simulation.reset();  // restores the cloud
    }
}

TEST_P(ParticlesTest, KeepTheShapeOfACloudFarFromTheOrigin) {
    // These survey coordinates are so large that adjacent floats are half a meter apart.
    Simulation simulation(
        options("particles", {},
                folder().write("a.csv",
                               "x,y,z\n5000000,-4000000,100\n5000016,-4000000,100\n"
                               "5000000,-3999992,100\n")));
    const Positions found = positions_of_particles(simulation);
    EXPECT_NEAR(found[0].x, -0.8f, 1e-6f);
    EXPECT_NEAR(found[1].x, 0.8f, 1e-6f);
    EXPECT_NEAR(found[2].y, 0.4f, 1e-6f);
    EXPECT_EQ(found[2].z, 0);
}

TEST_P(ParticlesTest, ShowACloudsColorsWithoutTint) {
    const auto sums = [&](const std::string& color, const char* tint) {
        std::string rows = "x,y,z,r,g,b\n";
        for (int i = 0; i < 200; ++i)
            rows += std::to_string(i % 20) + "," + std::to_string(i / 20) + ",0," + color + "\n";
        Simulation simulation(
            options("particles", {{"tint", tint}}, folder().write("a.csv", rows)));
        std::array<double, 3> sum{};
        const Picture image = picture(simulation);
        for (std::size_t i = 0; i < image.rgba.size(); ++i)
            if (i % 4 < 3) sum[i % 4] += image.rgba[i];
        return sum;
    };
    const auto red = sums("255,0,0", "0");
    const auto blue = sums("0,0,255", "0");
    EXPECT_GT(red[0], blue[0] + 10000);
    EXPECT_GT(blue[2], red[2] + 10000);
    EXPECT_EQ(sums("255,0,0", "1"), sums("0,0,255", "1"));  // the color depends only on speed
}

TEST_P(ParticlesTest, AllSharingMethodsGiveTheSamePixels) {
    Simulation simulation(particles());
    simulation.advance(20);
    Picture shown;
    for (const interop::Sharing way : interop::sharing_methods(Device::open(GetParam()).kind())) {
        const Picture image = picture(simulation, 160, 90, way);
        if (shown.rgba.empty()) shown = image;
        EXPECT_EQ(image.rgba, shown.rgba) << to_string(way);
    }
}

TEST_P(ParticlesTest, MayBeDestroyedWhileStepsRun) {
    for (unsigned i = 0; i < 5; ++i) Simulation(particles(i, 100000)).advance(10);
}

INSTANTIATE_TEST_SUITE_P(Backends, ParticlesTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
