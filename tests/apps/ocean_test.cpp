// SPDX-License-Identifier: MIT
// The ocean simulation, in which host code runs Fourier transforms between the kernels of the file.
#include <apps/ocean/ocean.hpp>

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <glint/base/error.hpp>
#include <glint/base/float_vectors.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::apps {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

struct Color {
    unsigned char r, g, b, a;
};

constexpr std::size_t kSize = 64, kPlaces = kSize * kSize, kPictureWidth = 96, kPictureHeight = 54;

class OceanTest : public test::OnEachBackend {
protected:
    std::unique_ptr<Ocean> made(const Settings& settings = {}) {
        studio::SimulationOptions options = options_for(find_entry("ocean"), open());
        options.settings = {{"size", "64"}, {"width", "96"}, {"height", "54"}};
        options.settings.insert(options.settings.end(), settings.begin(), settings.end());
        return std::make_unique<Ocean>(options);
    }
};

std::vector<float> heights(studio::Simulation& ocean) {
    std::vector<float> all;
    for (const Float4& moved : ocean.field<Float4>("moved").to_vector()) all.push_back(moved.y);
    return all;
}

double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max<double>(most, std::abs(a[i] - b[i]));
    return most;
}

TEST_P(OceanTest, MotionMatchesRecordedValues) {
    const auto ocean = made({{"wind", "16"}});
    ocean->advance(80);
    const auto monitors = ocean->monitors();
    EXPECT_NEAR(monitors[2].value(), 0.82071, 1e-4);    // variance
    EXPECT_NEAR(monitors[3].value(), 3.7361, 1e-3);     // highest crest
    EXPECT_NEAR(monitors[4].value(), 0.0064035, 2e-5);  // foam
}

TEST_P(OceanTest, ImageMatchesRecordedValues) {
    const auto ocean = made();
    ocean->draw();
    double sums[3] = {}, below[3] = {};
    const auto picture = ocean->field<Color>("picture").to_vector();
    for (std::size_t i = 0; i < picture.size(); ++i) {
        const Color c = picture[i];
        const double all[3] = {c.r / 1.0, c.g / 1.0, c.b / 1.0};
        for (int j = 0; j < 3; ++j) {
            sums[j] += all[j] / static_cast<double>(picture.size());
            if (i / kPictureWidth < kPictureHeight / 2)  // row 0 is at the bottom
                below[j] += 2 * all[j] / static_cast<double>(picture.size());
        }
        ASSERT_EQ(c.a, 255);
    }
    EXPECT_NEAR(sums[0], 149.35, 0.3);
    EXPECT_NEAR(sums[1], 155.14, 0.3);
    EXPECT_NEAR(sums[2], 156.55, 0.3);
    EXPECT_NEAR(below[0], 108.99, 0.3);
    EXPECT_NEAR(below[2], 127.54, 0.3);
}

// Many steps give the same state as one jump in time, so errors do not accumulate.
TEST_P(OceanTest, StepsMatchASingleTimeJump) {
    const auto walked = made(), jumped = made();
    const std::vector<float> first = heights(*walked);
    walked->advance(48);
    const double time = walked->now().time;
    jumped->show_time(time, 0);
    EXPECT_EQ(heights(*walked), heights(*jumped));
    EXPECT_GT(largest_difference(heights(*walked), first), 0.5);
    jumped->show_time(1e6, 0);
    jumped->show_time(0, 0);
    EXPECT_EQ(heights(*jumped), first);
}

TEST_P(OceanTest, WindChangesAtOnceAndSnapshotsRestoreIt) {
    const auto ocean = made();
    ocean->advance(3);
    const studio::Snapshot snapshot = ocean->capture();
    ocean->advance(3);
    const std::vector<float> slow = heights(*ocean);
    ocean->set("wind", 22);
    ocean->advance(1);
    const std::vector<float> fast = heights(*ocean);
    const auto squares = [](const std::vector<float>& all) {
        return std::inner_product(all.begin(), all.end(), all.begin(), 0.0);
    };
    EXPECT_GT(squares(fast), 2 * squares(slow));
    ocean->restore(snapshot);
    ocean->advance(3);
    EXPECT_EQ(heights(*ocean), slow);
    ocean->set("wind", 22);
    ocean->advance(1);
    EXPECT_EQ(heights(*ocean), fast);
}

// The longest waves are the same in a finer spectrum.
TEST_P(OceanTest, LongWavesDoNotDependOnTheGridSize) {
    const auto coarse = made(), fine = made({{"size", "128"}});
    const auto a = coarse->field<Float2>("amplitude").to_vector();
    const auto b = fine->field<Float2>("amplitude").to_vector();
    for (std::size_t y = 0; y < 16; ++y)
        for (std::size_t x = 0; x < 16; ++x) {
            EXPECT_EQ(a[y * kSize + x].x, b[y * 2 * kSize + x].x) << x << ' ' << y;
            EXPECT_EQ(a[y * kSize + x].y, b[y * 2 * kSize + x].y) << x << ' ' << y;
        }
    EXPECT_NE(a[10].x, 0);
}

TEST_P(OceanTest, FoamFormsWhereTheSurfaceConvergesAndFades) {
    const auto ocean = made({{"wind", "16"}, {"foam_life", "2"}, {"breaking", "0.8"}});
    ocean->advance(1);
    const auto moved = ocean->field<Float4>("moved").to_vector();
    auto slope = ocean->field<Float4>("slope").to_vector();
    int foaming = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const double fresh = 20 * 0.025 * std::max(0.8 - moved[i].w, 0.0);
        ASSERT_NEAR(slope[i].w, std::min(fresh, 1.0), 1e-5) << i;
        foaming += fresh > 0;
    }
    EXPECT_GT(foaming, 10);
    for (Float4& each : slope) each.w = 0.5f;
    ocean->field<Float4>("slope").assign(slope);
    ocean->set("breaking", 0);
    ocean->advance(80);
    for (const Float4& each : ocean->field<Float4>("slope").to_vector())
        ASSERT_NEAR(each.w, 0.5 * std::exp(-1.0), 1e-4);
}

TEST_P(OceanTest, CoarseLevelsAverageSlopes) {
    const auto ocean = made();
    ocean->advance(1);
    const auto slope = ocean->field<Float4>("slope").to_vector();
    const auto coarse = ocean->field<Float4>("coarse").to_vector();
    for (std::size_t patch = 0; patch < 3; ++patch) {
        double all = 0, four = 0;
        for (std::size_t i = 0; i < kPlaces; ++i) all += slope[patch * kPlaces + i].z;
        for (const std::size_t i : {2u, 3u, 66u, 67u}) four += slope[patch * kPlaces + i].x / 4;
        const std::size_t stride = (kPlaces - 1) / 3;
        EXPECT_NEAR(coarse[patch * stride + 1].x, four, 1e-6);
        EXPECT_NEAR(coarse[(patch + 1) * stride - 1].z, all / kPlaces, 1e-5 * all / kPlaces);
    }
}

TEST_P(OceanTest, ADragTurnsTheView) {
    const auto ocean = made();
    ocean->drag({.place = {20, 12}, .before = {29, 15}});
    const Float2 turned = ocean->field<Float2>("turned").to_vector().front();
    EXPECT_NEAR(turned.x, 9 * 50.0 / kPictureHeight, 1e-5);
    EXPECT_NEAR(turned.y, 3 * 50.0 / kPictureHeight, 1e-5);
}

TEST_P(OceanTest, RefusesInvalidSettings) {
    const auto refusal = [&](const Settings& settings) -> std::string {
        const auto ocean = made(settings);
        try {
            find_entry("ocean").require(*ocean);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal({}), "");
    EXPECT_EQ(
        refusal({{"size", "100"}}),
        "cannot run the ocean simulation: the size 100 is not a power of 2. Use --set size=128");
    EXPECT_EQ(
        refusal({{"patches", "1000,150,100"}}),
        "cannot run the ocean simulation: patches of 150 m and 100 m have waves in common. Each "
        "patch must be at most half as long as the previous patch. Use --set patches=1000,150,20");
}

INSTANTIATE_TEST_SUITE_P(Backends, OceanTest, test::each_backend(), test::name);

TEST(OceanProgram, RunsAndRefusesInvalidArguments) {
    const test::TemporaryFolder folder;
    const auto run = test::start_glint(folder.path(),
                                       "run ocean --headless --frames 2 --every 0 --set size=32 "
                                       "--set width=64 --set height=32 --device cpu --json");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("\"status\": 0"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("\"steps\": 0"), std::string::npos) << run.out;
    const auto refused = test::start_glint(
        folder.path(), "run ocean --headless --frames 2 --set size=48 --device cpu");
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("--set size=64"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace glint::apps
