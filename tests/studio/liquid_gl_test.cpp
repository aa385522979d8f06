// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/liquid.hpp>

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/studio/views/viewer.hpp>
#include <support/backends.hpp>
#include <support/kept_pictures.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

using test::keep;
using test::rgb_at;

/// A block of particles on a slightly irregular lattice.
constexpr const char* kPool = R"(#include <glint/sim.cuh>
//@ simulation "Pool"
struct Params {
    int count = 32768;      //@ 1..1000000 "Particles": at a reset
    int layers = 16;        //@ 1..64 "Layers": at a reset
    bool reversed = false;  //@ "Reversed": at a reset
};
struct Pool {          //@ count
    float3* position;  //@ -1..1 m "Position" as liquid
    float* heat;       //@ 0..1 "Heat" as inferno
};
//@ init
__global__ void fill(int count, Params params, float3* position, float* heat) {
    int i = glint::index();
    if (i >= count) return;
    const int to = params.reversed ? count - 1 - i : i;
    const int side = int(sqrtf(float(count) / params.layers) + 0.5f);
    const float3 shake = glint::uniform3(i, 7, 0) - 0.5f;
    const float3 cell = make_float3(i % side, i / side % side, i / (side * side));
    const float h = 1.4f / side;
    position[to] = h * (cell + 0.2f * shake) - make_float3(0.7f, 0.7f, 0.5f * h * params.layers);
    heat[to] = 0.9f;
}
)";

class LiquidOn : public test::OnEachBackend {
protected:
    static constexpr int kSide = 240;

    /// Draws the pool with these settings, from the front. `choose` may change the pane.
    template <class Choose>
    Picture picture_of(const std::vector<std::pair<std::string, std::string>>& settings,
                       const Choose& choose) {
        folder_.write("pool.cu", kPool);
        SimulationOptions options{.device = device_, .file = folder_.path() / "pool.cu"};
        options.settings = settings;
        Simulation pool(options);
        Viewer viewer(pool, context_, interop::Sharing::automatic);
        Pane& pane = viewer.active();
        pane.choices().radius = 0.033f;
        pane.choices().orbit = view::OrbitCamera({.distance_m = 2.2f});
        pane.choices().is_fitted = false;
        choose(pane);
        viewer.draw(target_);
        return target_.read_pixels();
    }
    Picture picture_of(const std::vector<std::pair<std::string, std::string>>& settings) {
        return picture_of(settings, [](Pane&) {});
    }

    /// Mean difference of adjacent pixels in the center of the picture.
    static double roughness(const Picture& picture) {
        double sum = 0;
        int count = 0;
        for (unsigned y = kSide * 3 / 8; y < kSide * 5 / 8; ++y)
            for (unsigned x = kSide * 3 / 8; x < kSide * 5 / 8; ++x, ++count)
                sum += std::abs(rgb_at(picture, x, y)[1] - rgb_at(picture, x + 1, y)[1]);
        return sum / count;
    }
    static test::Rgb middle(const Picture& picture) {
        return rgb_at(picture, kSide / 2, kSide / 2);
    }

    gl::HeadlessContext context_;
    Device device_ = open();
    gl::Framebuffer target_{context_, {.width = kSide, .height = kSide}};
    test::TemporaryFolder folder_;
};

TEST_P(LiquidOn, DrawsASmoothSurface) {
    const Picture liquid = picture_of({});
    const Picture balls = picture_of({}, [](Pane& pane) { pane.set_style(PointStyle::balls); });
    keep(liquid, "liquid");
    EXPECT_GT(roughness(balls), 4);
    EXPECT_LT(roughness(liquid), 0.25 * roughness(balls));
}

TEST_P(LiquidOn, DoesNotDependOnTheOrder) {
    EXPECT_EQ(picture_of({}).rgba, picture_of({{"reversed", "true"}}).rgba);
}

TEST_P(LiquidOn, ThickerLiquidHasMoreColor) {
    const auto blue = [&](const char* count, const char* layers) {
        return middle(picture_of({{"count", count}, {"layers", layers}}))[2];
    };
    const int thin = blue("4096", "1"), thicker = blue("16384", "4"), thick = blue("65536", "16");
    EXPECT_GT(thicker, thin + 5);
    EXPECT_GT(thick, thicker + 5);
}

TEST_P(LiquidOn, UsesTheColorsOfASelectedField) {
    const test::Rgb water = middle(picture_of({}));
    EXPECT_GT(water[2], water[0]);
    const test::Rgb hot =
        middle(picture_of({}, [](Pane& pane) { pane.choices().colors = "Pool.heat"; }));
    EXPECT_GT(hot[0], hot[2] + 40);
}

TEST_P(LiquidOn, NoParticlesGiveNoImage) {
    // A single particle, far behind the camera.
    const auto turn_away = [](Pane& pane) {
        pane.choices().orbit = view::OrbitCamera({.target = {0, 0, 50}, .distance_m = 1});
    };
    const Picture none = picture_of({{"count", "1"}, {"layers", "1"}}, turn_away);
    const Picture balls = picture_of({{"count", "1"}, {"layers", "1"}}, [&](Pane& pane) {
        turn_away(pane);
        pane.set_style(PointStyle::balls);
    });
    EXPECT_EQ(none.rgba, balls.rgba);
}

INSTANTIATE_TEST_SUITE_P(Backends, LiquidOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
