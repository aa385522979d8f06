#include <apps/gray_scott/gray_scott.hpp>

#include <chrono>
#include <cmath>
#include <numbers>

#include <apps/on_backend.hpp>
#include <glint/base/formats/npy.hpp>

namespace glint::apps {
namespace {

class GrayScottTest : public test::OnBackend {
protected:
    /// Starts from V as given, and U = 1 - V.
    std::unique_ptr<GrayScott> started(std::size_t width, std::size_t height,
                                       const std::vector<float>& v) {
        const auto path = folder().path() / "v.npy";
        write_npy(path, std::array{height, width}, v);
        auto simulation = std::make_unique<GrayScott>(from(path));
        simulation->reset();
        return simulation;
    }
    std::string refusal(std::size_t width, std::size_t height, const std::vector<float>& v) {
        try {
            started(width, height, v);
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

Mass mass(const std::vector<glm::vec2>& cells) {
    Mass sum;
    for (const glm::vec2& cell : cells) {
        sum.u += cell.x;
        sum.v += cell.y;
    }
    return sum;
}

// A bar that counts frames tells what is done.
TEST_P(GrayScottTest, FramesAreDoneSoonAfterTheyWereAskedFor) {
    using Clock = std::chrono::steady_clock;
    const auto simulation = started(256, 256, std::vector<float>(256 * 256));
    simulation->advance(10, 1.0);
    simulation->cells();
    const auto start = Clock::now();
    for (int frame = 0; frame < 40; ++frame) simulation->advance(10, 1.0);
    const auto asked = Clock::now();
    simulation->cells();
    EXPECT_LT(Clock::now() - asked, (asked - start) / 4);
}

TEST_P(GrayScottTest, StandsStillWithoutV) {
    const auto simulation = started(40, 24, std::vector<float>(40 * 24, 0.0f));
    simulation->advance(100, 1);
    for (const glm::vec2& cell : simulation->cells()) ASSERT_EQ(cell, glm::vec2(1, 0));
}

TEST_P(GrayScottTest, GainsAndLosesMassAsTheModelSays) {
    GrayScott simulation(setup());
    simulation.reset();
    const double feed = 0.03;
    const double kill = 0.05;
    simulation.parameters().set("feed", feed);
    simulation.parameters().set("kill", kill);
    const double cells = static_cast<double>(simulation.cells().size());
    for (int step = 0; step < 5; ++step) {
        const Mass before = mass(simulation.cells());
        simulation.advance(1, 0.5);
        const Mass later = mass(simulation.cells());
        // Diffusion and reaction only move mass, or turn U into V.
        const double gained = 0.5 * (feed * (cells - before.u) - (feed + kill) * before.v);
        ASSERT_GT(std::abs(gained), 10);
        // Each cell's two floats round by up to 6e-8, and on average far less.
        EXPECT_NEAR(later.u + later.v - before.u - before.v, gained, cells * 6e-8);
    }
}

TEST_P(GrayScottTest, DampsEachModeAsDiffusionDoes) {
    constexpr std::size_t kWidth = 96, kHeight = 64;
    constexpr unsigned kSteps = 40;
    // So little V that the reaction, U V^2, is a millionth of it.
    constexpr double kSmall = 1e-6;
    const double across = 2 * std::numbers::pi * 3 / kWidth;
    const double along = 2 * std::numbers::pi * 5 / kHeight;
    std::vector<float> v;
    for (std::size_t y = 0; y < kHeight; ++y)
        for (std::size_t x = 0; x < kWidth; ++x)
            v.push_back(static_cast<float>(kSmall * (2 + std::cos(across * static_cast<double>(x)) +
                                                     std::cos(along * static_cast<double>(y)))));
    const auto simulation = started(kWidth, kHeight, v);
    const double diffusion = 0.2, kill = 0.03, dt = 0.8;
    simulation->parameters().set("feed", 0);
    simulation->parameters().set("kill", kill);
    simulation->parameters().set("diffusion_v", diffusion);
    simulation->advance(kSteps, dt);

    double mean = 0, first = 0, second = 0;
    const std::vector<glm::vec2> cells = simulation->cells();
    for (std::size_t i = 0; i < cells.size(); ++i) {
        mean += cells[i].y;
        first += cells[i].y * std::cos(across * static_cast<double>(i % kWidth));
        second += cells[i].y * std::cos(along * static_cast<double>(i / kWidth));
    }
    // The five-point Laplacian of cos(k x) is -(2 - 2 cos k) cos(k x).
    const auto kept = [&](double k) {
        return std::pow(1 - dt * (diffusion * (2 - 2 * std::cos(k)) + kill), kSteps);
    };
    const double whole = kSmall * static_cast<double>(cells.size());
    // The reaction adds up to 40 steps of 4e-6, and rounding 40 of 6e-8.
    EXPECT_NEAR(mean / whole / (2 * kept(0)), 1, 5e-4);
    EXPECT_NEAR(first / whole / (0.5 * kept(across)), 1, 5e-4);
    EXPECT_NEAR(second / whole / (0.5 * kept(along)), 1, 5e-4);
}

TEST_P(GrayScottTest, WrapsAroundAtTheEdges) {
    constexpr std::size_t kWidth = 17, kHeight = 9;
    std::vector<float> corner(kWidth * kHeight, 0.0f), middle = corner;
    corner[0] = 0.5f;
    middle[4 * kWidth + 8] = 0.5f;
    const auto at_corner = started(kWidth, kHeight, corner);
    const auto in_middle = started(kWidth, kHeight, middle);
    at_corner->advance(30, 1);
    in_middle->advance(30, 1);
    const auto a = at_corner->cells();
    const auto b = in_middle->cells();
    for (std::size_t y = 0; y < kHeight; ++y)
        for (std::size_t x = 0; x < kWidth; ++x)
            // The sums are the same, in another order.
            ASSERT_NEAR(a[y * kWidth + x].y, b[(y + 4) % kHeight * kWidth + (x + 8) % kWidth].y,
                        1e-6f);
}

TEST_P(GrayScottTest, RepeatsBitForBitForOneSeed) {
    const auto cells = [&](unsigned seed) {
        GrayScott simulation(setup(seed));
        simulation.reset();
        simulation.advance(50, 1);
        return simulation.cells();
    };
    EXPECT_EQ(cells(3), cells(3));
    EXPECT_NE(cells(3), cells(4));
}

TEST_P(GrayScottTest, StartsFromAnArray) {
    const std::vector<float> v{0, 0.25f, 1, 0.5f, 0.125f, 0.75f};
    const auto simulation = started(3, 2, v);
    EXPECT_EQ(simulation->width(), 3);
    EXPECT_EQ(simulation->height(), 2);
    simulation->advance(3, 1);
    simulation->reset();
    const auto cells = simulation->cells();
    ASSERT_EQ(cells.size(), 6u);
    for (std::size_t i = 0; i < v.size(); ++i) EXPECT_EQ(cells[i], glm::vec2(1 - v[i], v[i]));
}

TEST_P(GrayScottTest, StartsFromAnImage) {
    const Picture image{
        .width = 2,
        .height = 2,
        .rgba = {0, 0, 0, 255, 51, 51, 51, 255, 102, 102, 102, 255, 255, 255, 255, 255}};
    const auto path = folder().path() / "v.png";
    write_png(path, image);
    GrayScott simulation(from(path));
    simulation.reset();
    const auto cells = simulation.cells();
    ASSERT_EQ(cells.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(cells[i].y, (std::array{0.0f, 0.2f, 0.4f, 1.0f}[i]), 1e-6f);
}

TEST_P(GrayScottTest, ShrinksWhatIsTooLarge) {
    std::vector<float> v;
    for (int i = 0; i < 4096 * 4; ++i) v.push_back(i % 2 ? 0.5f : 0.25f);
    const auto simulation = started(4096, 4, v);
    EXPECT_EQ(simulation->width(), 2048);
    EXPECT_EQ(simulation->height(), 2);
    for (const glm::vec2& cell : simulation->cells()) ASSERT_NEAR(cell.y, 0.375f, 1e-6f);
}

TEST_P(GrayScottTest, RefusesWhatIsNoConcentration) {
    EXPECT_EQ(refusal(3, 2, {0, 0, 0, 0, 1.5f, 0}), "row 1, column 1: 1.5 is not within 0 and 1");
    EXPECT_EQ(refusal(3, 2, {0, 0, -0.25f, 0, 9, 0}),
              "row 0, column 2: -0.25 is not within 0 and 1");
    EXPECT_NE(refusal(2, 1, {0, std::nanf("")}).find("nan"), std::string::npos);
}

TEST_P(GrayScottTest, EveryWayOfSharingGivesTheSamePixels) {
    Picture shown;
    for (const interop::Sharing way : interop::ways_of(Device::open(GetParam()).kind())) {
        GrayScott simulation(shared_by(way));
        simulation.reset();
        simulation.advance(40, 1);
        const Picture image = picture(simulation, 320, 180);
        if (shown.rgba.empty()) shown = image;
        EXPECT_EQ(image.rgba, shown.rgba) << to_string(way);
    }
}

TEST_P(GrayScottTest, PaintsWhereTheMouseIsDragged) {
    const auto simulation = started(40, 20, std::vector<float>(800, 0.0f));
    simulation->parameters().set("brush", 1.5);
    gl::Framebuffer target(context(), {.width = 80, .height = 80});  // cells of 2 px, from row 20
    const std::vector<gl::Event> events{
        gl::MouseMoveEvent{71, 51, 40, 0},  // before the button is down
        gl::MouseButtonEvent{gl::MouseButton::left, gl::Action::press, {}, 71, 51},
        gl::MouseMoveEvent{41, 41, 30, 0},  // quickly, from (11, 41)
        gl::MouseButtonEvent{gl::MouseButton::left, gl::Action::release, {}, 41, 41},
        gl::MouseMoveEvent{3, 25, -38, -16},
    };
    simulation->control(app::Frame({.events = events}, 1, target));
    const auto cells = simulation->cells();
    const auto painted = [&](std::size_t x, std::size_t y) { return cells[y * 40 + x].y == 0.5f; };
    EXPECT_TRUE(painted(35, 15));
    for (std::size_t x = 5; x <= 20; ++x) EXPECT_TRUE(painted(x, 10)) << x;
    EXPECT_FALSE(painted(12, 13));
    EXPECT_FALSE(painted(28, 15));
    EXPECT_FALSE(painted(1, 2));
}

TEST_P(GrayScottTest, MayGoWhileItsStepsStillRun) {
    for (int i = 0; i < 5; ++i) {
        GrayScott simulation(setup());
        simulation.reset();
        simulation.advance(20, 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, GrayScottTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
