// SPDX-License-Identifier: MIT
#include <glint/studio/run/simulation.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>

#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

using test::expect_error;

class SimulationOn : public test::OnEachBackend {
protected:
    static std::filesystem::path good(const std::string& name) {
        return std::filesystem::path(GLINT_TEST_DATA_DIR) / "good" / (name + ".cu");
    }
    Simulation open_good(const std::string& name) {
        return Simulation({.device = device_, .file = good(name)});
    }

    /// Creates a simulation from this text.
    Simulation make(const std::string& text) {
        folder_.write("made.cu", text);
        return Simulation({.device = device_, .file = folder_.path() / "made.cu"});
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

std::vector<unsigned char> lived(const std::vector<unsigned char>& cells, int width, int height) {
    std::vector<unsigned char> next(cells.size());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            int n = 0;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    n += (dx != 0 || dy != 0) &&
                         cells[static_cast<std::size_t>((y + dy + height) % height * width +
                                                        (x + dx + width) % width)];
            const auto here = static_cast<std::size_t>(y * width + x);
            next[here] = n == 3 || (n == 2 && cells[here]);
        }
    return next;
}

TEST_P(SimulationOn, RunsConwaysLife) {
    Simulation life = open_good("life");
    std::vector<unsigned char> expected = life.field<unsigned char>("alive").to_vector();
    EXPECT_NEAR(std::accumulate(expected.begin(), expected.end(), 0.0), 0.3 * 1024 * 1024, 3000);
    for (int i = 0; i < 3; ++i) expected = lived(expected, 1024, 1024);
    life.advance(3);
    EXPECT_EQ(life.field<unsigned char>("alive").to_vector(), expected);
    EXPECT_EQ(life.now().number, 3u);
    const auto monitors = life.monitors();
    ASSERT_EQ(monitors.size(), 1u);
    EXPECT_EQ(monitors[0], std::accumulate(expected.begin(), expected.end(), 0.0));
}

constexpr const char* kEnumParameter = R"(#include <glint/sim.cuh>
//@ simulation "Choices"
enum class Walls : short { solid = 3, slip, periodic = -7 };
struct Params { Walls walls = Walls::slip;  //@ "Walls"
    double2 size = {1, 2}; int3 n = {3, 4, 5}; };
struct Helper {
    Params params;
};
struct Row {  //@ 6
    double* a;
};
//@ step
__global__ void tell(int count, Params params, double* a) {
    const Helper helper{params};
    if (glint::index() != 0) return;
    a[0] = static_cast<int>(helper.params.walls);
    a[1] = helper.params.size.y;
    a[2] = helper.params.n.z;
    a[3] = sizeof(Params);
}
)";

TEST_P(SimulationOn, PassesChoicesAndVectorsToKernels) {
    Simulation choices = make(kEnumParameter);
    choices.parameters()[0].set_text("walls", "periodic");
    choices.advance(1);
    const std::vector<double> seen = choices.field<double>("a").to_vector();
    EXPECT_EQ(seen[0], -7);
    EXPECT_EQ(seen[1], 2);
    EXPECT_EQ(seen[2], 5);
    EXPECT_EQ(seen[3], static_cast<double>(choices.parameters()[0].bytes().size()));
}

TEST_P(SimulationOn, RainAndDragsConserveThePondsWater) {
    Simulation pond({.device = device_, .file = resource("apps/gallery/pond.cu")});
    pond.parameters()[0].set("rain", 1);
    pond.advance(160);
    for (const float x : {0.0f, 5.0f, 480.0f, 958.0f})
        pond.drag({.place = {x, 270, 0}, .before = {x, 270, 0}});
    pond.advance(160);
    const std::vector<float> level = pond.field<float>("level").to_vector();
    EXPECT_LT(*std::ranges::min_element(level), -0.05f);
    ASSERT_TRUE(pond.monitors().back());
    // If drops did not conserve water, 20 drops with a sum of -45 each would change this to
    // -1.7e-3.
    EXPECT_NEAR(*pond.monitors().back(), 0, 2e-6);
}

TEST_P(SimulationOn, RestartsAtAReset) {
    Simulation life = open_good("life");
    const auto before = life.field<unsigned char>("alive").to_vector();
    life.advance(2);
    life.parameters()[0].set("density", 1);
    life.reset();
    EXPECT_EQ(life.now().number, 0u);
    EXPECT_EQ(life.monitors()[0], 1024.0 * 1024);
    life.parameters()[0].reset();
    life.reset();
    EXPECT_EQ(life.field<unsigned char>("alive").to_vector(), before);
}

TEST_P(SimulationOn, RunsGroupsAlternately) {
    Simulation order = make(R"(#include <glint/sim.cuh>
//@ simulation "Order"
//@ frame 2 steps
struct Log {  //@ 1
    int* value;
};
//@ step 3 x "turn"
__global__ void twice(int* value) { if (glint::index() == 0) value[0] *= 2; }
//@ step 3 x "turn"
__global__ void plus(int step, int* value) { if (glint::index() == 0) value[0] += step + 1; }
//@ step
__global__ void minus(int* value) { if (glint::index() == 0) value[0] -= 1; }
)");
    order.advance(2);
    // ((0*2+1)*2+1)*2+1 - 1 = 6; ((6*2+2)*2+2)*2+2 - 1 = 61
    EXPECT_EQ(order.field<int>("value").to_vector(), std::vector{61});
}

TEST_P(SimulationOn, DragsPressThePond) {
    Simulation pond = open_good("pond");
    EXPECT_EQ(pond.field<float>("level").to_vector(), std::vector<float>(1024 * 576));
    pond.drag({.place = {100, 50, 0}, .before = {}});
    const auto level = pond.field<float>("level").to_vector();
    EXPECT_EQ(level[50 * 1024 + 100], -1.0f);
    EXPECT_EQ(level[50 * 1024 + 107], -1.0f);
    EXPECT_EQ(level[50 * 1024 + 108], 0.0f);
    const double pressed = std::accumulate(level.begin(), level.end(), 0.0);
    pond.advance(5);  // four waves per step, and the border is far away
    const auto later = pond.field<float>("level").to_vector();
    EXPECT_NEAR(std::accumulate(later.begin(), later.end(), 0.0), pressed, 1e-3);
    EXPECT_NE(later, level);
}

TEST_P(SimulationOn, ConservesMomentum) {
    folder_.write("few.cu", [] {
        std::string text = read_text(good("bodies"));
        text.replace(text.find("16384"), 5, "500");
        return text;
    }());
    Simulation bodies({.device = device_, .file = folder_.path() / "few.cu", .dt = 0.01});
    EXPECT_EQ(bodies.state().extents(0).count(), 500u);
    EXPECT_EQ(bodies.monitors()[1], 0.0);
    bodies.advance(10);
    EXPECT_NEAR(bodies.now().time, 0.1, 1e-12);
    std::vector<std::array<float, 3>> velocities =
        bodies.field<std::array<float, 3>>("velocity").to_vector();
    std::array<double, 3> momentum{};
    double kinetic = 0, fastest = 0;
    for (const auto& v : velocities) {
        double square = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            momentum[i] += v[i];
            square += double(v[i]) * v[i];
        }
        kinetic += 0.5 * square;
        fastest = std::max(fastest, std::sqrt(square));
    }
    EXPECT_GT(fastest, 0.01);
    for (const double component : momentum) EXPECT_NEAR(component, 0, 1e-3 * 500 * fastest);
    EXPECT_NEAR(*bodies.monitors()[1], kinetic, 1e-5 * kinetic);

    std::vector<float> speeds(500);
    Stream& stream = bodies.stream();
    const auto bytes = to_vector(stream, bodies.show(0));
    ASSERT_EQ(bytes.size(), speeds.size() * sizeof(float));
    std::memcpy(speeds.data(), bytes.data(), bytes.size());
    EXPECT_NEAR(*std::ranges::max_element(speeds), fastest, 1e-5 * fastest);
}

TEST_P(SimulationOn, BindsSeveralStructs) {
    Simulation slime = open_good("slime");
    slime.advance(4);
    EXPECT_EQ(slime.field<unsigned>("age").to_vector(), std::vector<unsigned>(5000, 4));
    const auto level = slime.field<float>("level").to_vector();
    // Each of 5000 agents adds 1 per step; after that, everything fades to 95 %.
    const double f = 0.95, expected = 5000 * (f + f * f + f * f * f + f * f * f * f);
    EXPECT_NEAR(std::accumulate(level.begin(), level.end(), 0.0), expected, 1e-3 * expected);
    const auto monitors = slime.monitors();
    EXPECT_NEAR(*monitors[0], expected, 1e-3 * expected);
    EXPECT_EQ(*monitors[1], *std::ranges::max_element(level));
    EXPECT_FALSE(monitors[2]);
    slime.draw();
    const auto shown = slime.field<std::uint32_t>("shown").to_vector();
    const auto brightest =
        static_cast<unsigned>(std::min(255.0f, 20 * *std::ranges::max_element(level)));
    EXPECT_EQ(*std::ranges::max_element(shown), 0xff000000u | brightest * 0x10101u);
}

TEST_P(SimulationOn, AppliesExtentParametersAtAReset) {
    Simulation slime = open_good("slime");
    slime.parameters()[0].set("agents", 300);
    slime.parameters()[0].set("side", 40);
    slime.advance(1);
    EXPECT_EQ(slime.state().extents(0).count(), 5000u);
    slime.reset();
    EXPECT_EQ(slime.state().extents(0).count(), 300u);
    EXPECT_EQ(slime.state().extents(1), (Extents{40, 40, 1}));
    slime.advance(1);
    EXPECT_NEAR(*slime.monitors()[0], 300 * 0.95, 1e-2);
}

TEST_P(SimulationOn, SupportsMultiplesAndFractionsAsExtents) {
    const auto source = R"(#include <glint/sim.cuh>
//@ simulation "Box"
struct Params {
    int side = 6;  //@ 1..64 "Side"
};
struct Box {  //@ side/2 x 3*side
    int* at;
};
//@ init
__global__ void fill(int width, int height, int* at) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) at[c.y * width + c.x] = 100 * height + width;
}
//@ step
__global__ void rest(Params params, int* at) {}
)";
    Simulation box = make(source);
    EXPECT_EQ(box.state().extents(0), (Extents{3, 18, 1}));
    EXPECT_EQ(box.field<int>("at").to_vector(), std::vector<int>(54, 1803));
    box.set("side", 7);
    expect_error(ErrorCode::invalid_argument, "the extent 'side' is 7, but must be a multiple of 2",
                 [&] { box.reset(); });
    box.set("side", 8);
    box.reset();
    EXPECT_EQ(box.state().extents(0), (Extents{4, 24, 1}));
}

TEST_P(SimulationOn, ReadsSingleElements) {
    Simulation life = open_good("life");
    const auto all = life.field<unsigned char>("alive").to_vector();
    const Declaration::Place alive{0, 0};
    EXPECT_EQ(life.element(alive, {5, 7, 0}), std::vector{std::byte{all[7 * 1024 + 5]}});
    expect_error(ErrorCode::invalid_argument,
                 "the position [1024, 0, 0] is outside the array of 1024 x 1024 x 1 elements",
                 [&] { (void)life.element(alive, {1024, 0, 0}); });
}

TEST_P(SimulationOn, RunsOverThreeDimensionalGrids) {
    Simulation box = make(R"(#include <glint/sim.cuh>
//@ simulation "Box"
struct Box {  //@ 33 x 5 x 7
    double* value;
};
//@ init
__global__ void number(int width, int height, int depth, double* value) {
    const int3 c = glint::cell();
    if (c.x < width && c.y < height && c.z < depth)
        value[(c.z * height + c.y) * width + c.x] = 10000 * c.z + 100 * c.y + c.x;
}
//@ mean "Mean"
//@ max "Greatest"
//@ min "Least"
__device__ double same(double value) { return value; }
)");
    const auto monitors = box.monitors();
    EXPECT_NEAR(*monitors[0], 10000 * 3 + 100 * 2 + 16, 1e-6);
    EXPECT_EQ(*monitors[1], 10000 * 6 + 100 * 4 + 32);
    EXPECT_EQ(*monitors[2], 0);
    const auto value = box.field<double>("value");
    EXPECT_EQ(value.shape(), (Shape{7, 5, 33}));
    EXPECT_EQ(value(6, 4, 32).item(), 60432);
}

TEST_P(SimulationOn, RefusesToExceedMemory) {
    folder_.write("huge.cu", R"(//@ simulation "Huge"
struct Small {  //@ 16
    int* x;
};

struct Cube {  //@ 100000 x 100000 x 1000
    float* level;
};
//@ step
__global__ void clear(const float* level, float* level_next) {}
)");
    try {
        const Simulation huge({.device = device_, .file = folder_.path() / "huge.cu"});
        FAIL();
    } catch (const DeclarationError& error) {
        ASSERT_EQ(error.mistakes().size(), 1u);
        EXPECT_EQ(error.mistakes()[0].line, 6u);
        EXPECT_TRUE(error.mistakes()[0].message.starts_with(
            "structure 'Cube' (100000 x 100000 x 1000) needs 80.0 TB of memory (80.0 TB with the "
            "structures "
            "above), but "))
            << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, SimulationOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
