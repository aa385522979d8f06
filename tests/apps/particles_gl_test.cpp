#include <apps/particles/particles.hpp>

#include <cmath>
#include <cstring>

#include <apps/on_backend.hpp>

namespace glint::apps {
namespace {

constexpr double kTimeStep = 1.0 / 60;
constexpr std::size_t kCount = 20000;

using Positions = std::vector<glm::vec4>;

bool same_bits(const Positions& a, const Positions& b) {
    return a.size() == b.size() &&
           std::memcmp(a.data(), b.data(), a.size() * sizeof(glm::vec4)) == 0;
}

std::unique_ptr<Particles> started(const Setup& setup, std::size_t count = kCount) {
    auto particles = std::make_unique<Particles>(setup);
    particles->parameters().set("count", static_cast<double>(count));
    particles->reset();
    return particles;
}

Positions after(const Setup& setup, unsigned steps) {
    const auto particles = started(setup);
    particles->advance(steps, kTimeStep);
    return particles->positions();
}

using ParticlesTest = test::OnBackend;

TEST_P(ParticlesTest, StartAtRestSpreadEvenlyOverABall) {
    double sum = 0;
    for (const glm::vec4& at : started(setup())->positions()) {
        const double radius = std::hypot(at.x, at.y, at.z);
        EXPECT_LE(radius, 0.8 + 1e-5);
        EXPECT_EQ(at.w, 0);
        sum += radius;
    }
    // 3/4 of the ball's radius; a radius' deviation is 0.155 m, so this is five of the mean's.
    EXPECT_NEAR(sum / kCount, 0.6, 5 * 0.155 / std::sqrt(kCount));
}

TEST_P(ParticlesTest, StayInTheBoxAndFinite) {
    const auto particles = started(setup());
    particles->parameters().set("flow", 6);
    particles->parameters().set("attraction", 2);
    particles->parameters().set("softening", 0.02);
    particles->parameters().set("attractors", 8);
    for (int i = 0; i < 6; ++i) {
        particles->advance(20, 2 * kTimeStep);
        for (const glm::vec4& at : particles->positions()) {
            ASSERT_TRUE(std::abs(at.x) <= 1 && std::abs(at.y) <= 1 && std::abs(at.z) <= 1)
                << at.x << ' ' << at.y << ' ' << at.z;
            ASSERT_TRUE(std::isfinite(at.w) && at.w >= 0) << at.w;
        }
    }
}

TEST_P(ParticlesTest, RepeatBitForBitForOneSeed) {
    EXPECT_TRUE(same_bits(after(setup(7), 30), after(setup(7), 30)));
}

TEST_P(ParticlesTest, StartElsewhereForAnotherSeed) {
    const Positions a = after(setup(7), 0);
    const Positions b = after(setup(8), 0);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < kCount; ++i) moved += a[i] != b[i];
    EXPECT_EQ(moved, kCount);
}

TEST_P(ParticlesTest, ResetGivesTheSameStart) {
    const auto particles = started(setup());
    const Positions first = particles->positions();
    particles->advance(5, kTimeStep);
    EXPECT_FALSE(same_bits(particles->positions(), first));
    particles->reset();
    EXPECT_TRUE(same_bits(particles->positions(), first));
}

TEST_P(ParticlesTest, DoNotDependOnHowStepsAreGrouped) {
    const auto one_by_one = started(setup());
    for (int i = 0; i < 12; ++i) one_by_one->advance(1, kTimeStep);
    EXPECT_TRUE(same_bits(one_by_one->positions(), after(setup(), 12)));
}

TEST_P(ParticlesTest, NoStepsChangeNothing) {
    const auto particles = started(setup());
    const Positions before = particles->positions();
    particles->advance(0, kTimeStep);
    EXPECT_TRUE(same_bits(particles->positions(), before));
}

TEST_P(ParticlesTest, DragTakesSpeedAwayExponentially) {
    const auto particles = started(setup());
    ParameterSet& parameters = particles->parameters();
    particles->advance(30, kTimeStep);  // to have speeds of many sizes
    parameters.set("flow", 0);
    parameters.set("attraction", 0);
    parameters.set("bounce", 1);
    for (const double drag : {0.0, 2.5}) {
        parameters.set("drag", drag);
        const Positions before = particles->positions();
        particles->advance(20, kTimeStep);
        const Positions later = particles->positions();
        const double kept = std::exp(-drag * 20 * kTimeStep);
        for (std::size_t i = 0; i < kCount; ++i)
            // 20 factors, each with the few units in the last place that fast exp is off by.
            ASSERT_NEAR(later[i].w, kept * before[i].w, 1e-4 * before[i].w + 1e-9) << i;
    }
}

TEST_P(ParticlesTest, TakeTheirCountAtTheNextReset) {
    const auto particles = started(setup());
    particles->parameters().set("count", 1234);
    particles->advance(1, kTimeStep);
    EXPECT_EQ(particles->count(), kCount);
    particles->reset();
    EXPECT_EQ(particles->count(), 1234u);
    EXPECT_EQ(particles->positions().size(), 1234u);
}

TEST_P(ParticlesTest, TakeTheShapeOfACloud) {
    Particles particles(from(folder().write("a.csv", "x,y,z\n0,0,0\n4,0,0\n0,2,0\n0,0,1\n")));
    particles.reset();
    const Positions expected{{-0.8f, -0.4f, -0.2f, 0},
                             {0.8f, -0.4f, -0.2f, 0},
                             {-0.8f, 0.4f, -0.2f, 0},
                             {-0.8f, -0.4f, 0.2f, 0}};
    for (int round = 0; round < 2; ++round) {
        const Positions actual = particles.positions();
        ASSERT_EQ(actual.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            for (int axis = 0; axis < 4; ++axis)
                EXPECT_NEAR(actual[i][axis], expected[i][axis], 1e-6f) << i << ", axis " << axis;
        particles.advance(10, kTimeStep);
        particles.reset();  // gives the cloud back
    }
}

TEST_P(ParticlesTest, ShowACloudsColoursWithoutTint) {
    const auto sums = [&](const std::string& colour, double tint) {
        std::string rows = "x,y,z,r,g,b\n";
        for (int i = 0; i < 200; ++i)
            rows += std::to_string(i % 20) + "," + std::to_string(i / 20) + ",0," + colour + "\n";
        Particles particles(from(folder().write("a.csv", rows)));
        particles.parameters().set("tint", tint);
        particles.reset();
        std::array<double, 3> sum{};
        const Picture image = picture(particles);
        for (std::size_t i = 0; i < image.rgba.size(); ++i)
            if (i % 4 < 3) sum[i % 4] += image.rgba[i];
        return sum;
    };
    const auto red = sums("255,0,0", 0);
    const auto blue = sums("0,0,255", 0);
    EXPECT_GT(red[0], blue[0] + 10000);
    EXPECT_GT(blue[2], red[2] + 10000);
    EXPECT_EQ(sums("255,0,0", 1), sums("0,0,255", 1));  // speed alone gives the colour
}

TEST_P(ParticlesTest, EveryWayOfSharingGivesTheSamePositionsAndPixels) {
    Positions expected;
    Picture shown;
    for (const interop::Sharing way : interop::ways_of(Device::open(GetParam()).kind())) {
        const auto particles = started(shared_by(way));
        particles->advance(20, kTimeStep);
        const Picture image = picture(*particles);
        if (expected.empty()) {
            expected = particles->positions();
            shown = image;
        }
        EXPECT_TRUE(same_bits(particles->positions(), expected)) << to_string(way);
        EXPECT_EQ(image.rgba, shown.rgba) << to_string(way);
    }
}

TEST_P(ParticlesTest, MayGoWhileTheirStepsStillRun) {
    for (int i = 0; i < 5; ++i) started(setup(), 100000)->advance(10, kTimeStep);
}

TEST_P(ParticlesTest, TellWhatTheyDo) {
    const auto particles = started(setup());
    particles->advance(2, 0.25);
    (void)particles->positions();
    const auto facts = particles->facts();
    const auto fact = [&](std::string_view label) {
        const auto found = std::ranges::find(facts, label, &app::Fact::label);
        return found == facts.end() ? "none" : found->value;
    };
    EXPECT_EQ(fact("particles"), "20000");
    EXPECT_EQ(fact("time"), "0.5 s");
    EXPECT_EQ(fact("error"), "none");
    EXPECT_GT(particles->kernel_time().count(), 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, ParticlesTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
