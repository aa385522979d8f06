// SPDX-License-Identifier: MIT
// The cloth simulation, in which host code runs the substeps and handles contacts.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <apps/cloth/cloth.hpp>
#include <apps/readings.hpp>
#include <glint/base/error.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::apps {
namespace {

using test::monitor;
using Settings = std::vector<std::pair<std::string, std::string>>;
using Triple = std::array<float, 3>;
using Quad = std::array<float, 4>;

/// Settings that turn off everything except gravity and constraints.
const Settings kNothingElse = {{"air", "0"},         {"ball", "0"},   {"floor", "false"},
                               {"touches", "false"}, {"tether", "0"}, {"damping", "0"}};

Settings with_nothing_else(const Settings& more) {
    Settings all = kNothingElse;
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

class ClothTest : public test::OnEachBackend {
protected:
    std::unique_ptr<Cloth> cloth(int columns, int rows, const Settings& settings = {}) {
        studio::SimulationOptions options = options_for(find_entry("cloth"), open());
        options.settings = {{"columns", std::to_string(columns)},
                            {"rows", std::to_string(rows)},
                            {"picture_width", "96"},
                            {"picture_height", "64"},
                            {"shade", "128"}};
        options.settings.insert(options.settings.end(), settings.begin(), settings.end());
        return std::make_unique<Cloth>(options);
    }
};

std::vector<Quad> places_of_cloth(studio::Simulation& cloth) {
    return cloth.field<Quad>("position").to_vector();
}
std::vector<Triple> velocities_of_cloth(studio::Simulation& cloth) {
    return cloth.field<Triple>("velocity").to_vector();
}

double vertex_distance(const Quad& a, const Quad& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

TEST_P(ClothTest, TiledAndColoredSolversAreBitIdentical) {
    struct Case {
        int columns, rows;
        const char* scene;
    };
    // The sheets are larger than a tile in both directions, smaller than a tile, exactly one tile,
    // or a single thread.
    for (const Case& each : {Case{103, 65, "0"}, Case{17, 9, "1"}, Case{48, 30, "2"},
                             Case{97, 1, "3"}, Case{1, 61, "4"}, Case{2, 2, "0"}}) {
        std::vector<Quad> at[2];
        for (const bool tiled : {false, true}) {
            const auto sheet = cloth(each.columns, each.rows,
                                     {{"scene", each.scene},
                                      {"tiled", tiled ? "true" : "false"},
                                      {"substeps", "6"},
                                      {"ball_at", "0.1,0.6,0.2"}});
            const auto start = places_of_cloth(*sheet);
            sheet->advance(3);
            at[tiled ? 1 : 0] = places_of_cloth(*sheet);
            EXPECT_NE(at[tiled ? 1 : 0], start);
        }
        EXPECT_EQ(at[0], at[1]) << each.columns << " x " << each.rows;
    }
}

TEST_P(ClothTest, HangsOnItsPinsAndKeepsItsLength) {
    const auto curtain =
        cloth(40, 64, {{"scene", "4"}, {"ball", "0"}, {"size", "2"}, {"stretch", "5"}});
    const auto start = places_of_cloth(*curtain);
    curtain->advance(40);
    const auto at = places_of_cloth(*curtain);
    const double spacing = 2.0 / 63;
    double longest = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const std::size_t pin = i % 40, row = i / 40;
        if (row == 0) {
            EXPECT_EQ(at[i], start[i]) << "a pin";
        } else {
            const double length =
                vertex_distance(at[i], at[pin]) / (spacing * static_cast<double>(row));
            longest = std::max(longest, length);
        }
    }
    EXPECT_LT(longest, 1.0201) << "the tether";
    EXPECT_GT(longest, 0.99);
    // Without tethers, these soft threads stretch much farther, until the hem reaches the floor and
    // bounces back.
    curtain->reset();
    curtain->set("tether", 0);
    double length = 0;
    for (int step = 0; step < 20; ++step) {
        curtain->advance(1);
        const auto now = places_of_cloth(*curtain);
        length = std::max(length, vertex_distance(now[63 * 40 + 20], now[20]));
    }
    EXPECT_GT(length, 2.06);
}

TEST_P(ClothTest, StaysOutOfTheBallAndTheFloor) {
    const auto sheet = cloth(48, 48, {{"ball_at", "0,0.3,0"}, {"ball", "0.28"}});
    sheet->advance(80);
    const double half = 0.5 * 0.9 * 2 / 47, ball = 0.28 + half;
    double nearest = 10, lowest = 10;
    for (const Quad& at : places_of_cloth(*sheet)) {
        nearest = std::min(nearest, std::hypot(at[0], at[1] - 0.3, at[2]) - ball);
        lowest = std::min(lowest, at[1] - half);
    }
    EXPECT_GT(nearest, -0.01 * half);
    EXPECT_LT(nearest, 0.1 * half) << "it lies on it";
    EXPECT_GT(lowest, -0.03 * half);  // -0.017 * half with exact sums on the CPU
    EXPECT_LT(lowest, 0.1 * half);
    EXPECT_LT(monitor(*sheet, "greatest_speed"), 2);
    EXPECT_EQ(monitor(*sheet, "wrong") + monitor(*sheet, "gone"), 0);
}

/// Folds the sheet once, with the upper half above the lower half. Returns the vertex spacing.
double fold(Cloth& sheet, int columns) {
    auto at = places_of_cloth(sheet);
    const double spacing = sheet.get("size") / (columns - 1);
    for (std::size_t i = 0; i < at.size(); ++i) {
        const auto x = static_cast<int>(i % static_cast<std::size_t>(columns));
        const auto y = static_cast<double>(i / static_cast<std::size_t>(columns));
        const bool is_above = x >= columns / 2;
        at[i] = {static_cast<float>(spacing * (is_above ? columns - 1 - x : x)),
                 static_cast<float>(0.1 + (is_above ? 1.2 * spacing : 0)),
                 static_cast<float>(spacing * (y + (is_above ? 0.3 : 0))), 1};
    }
    sheet.field<Quad>("position").assign(at);
    return spacing;
}

/// Smallest distance between vertices that are far apart in the sheet.
double nearest_layers(const std::vector<Quad>& at, int columns) {
    double nearest = 10;
    for (std::size_t i = 0; i < at.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const int a = static_cast<int>(i) % columns, b = static_cast<int>(j) % columns;
            if (std::abs(a - b) > 12) nearest = std::min(nearest, vertex_distance(at[i], at[j]));
        }
    return nearest;
}

TEST_P(ClothTest, LayersDoNotIntersect) {
    double apart[2];
    for (const bool touches : {false, true}) {
        const auto sheet =
            cloth(40, 16, {{"touches", touches ? "true" : "false"}, {"ball", "0"}, {"size", "1"}});
        const double spacing = fold(*sheet, 40);
        sheet->advance(60);
        apart[touches ? 1 : 0] = nearest_layers(places_of_cloth(*sheet), 40) / (0.9 * spacing);
    }
    EXPECT_GT(apart[1], 0.9) << "thicknesses";
    EXPECT_LT(apart[0], 0.5) << "where they do not touch, they sink into each other";
}

TEST_P(ClothTest, FindsTheContactsOfAllPairs) {
    const auto sheet = cloth(40, 16, {{"size", "1"}, {"ball", "0"}, {"reach", "1.7"}});
    const double spacing = fold(*sheet, 40), reach = 1.7 * 0.9 * spacing;
    // Moves the sheet to negative coordinates, with small offsets across the fold.
    auto at = places_of_cloth(*sheet);
    for (std::size_t i = 0; i < at.size(); ++i)
        at[i][0] -= 0.24f, at[i][2] -= 0.2f + 0.01f * static_cast<float>(i % 7);
    sheet->field<Quad>("position").assign(at);
    sheet->find_contacts(sheet->now());
    const auto touching = sheet->field<unsigned char>("touching").to_vector();
    int all = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        int least = 0, most = 0;
        for (std::size_t j = 0; j < at.size(); ++j) {
            const int dx = static_cast<int>(i % 40) - static_cast<int>(j % 40),
                      dy = static_cast<int>(i / 40) - static_cast<int>(j / 40);
            if (std::abs(dx) <= 2 && std::abs(dy) <= 2) continue;
            least += vertex_distance(at[i], at[j]) < reach * (1 - 1e-5);
            most += vertex_distance(at[i], at[j]) < reach * (1 + 1e-5);
        }
        EXPECT_GE(touching[i], least) << i;
        EXPECT_LE(touching[i], most) << i;
        all += least;
    }
    EXPECT_GT(all, 1000);
}

TEST_P(ClothTest, RunsAndSnapshotsAreBitIdentical) {
    const auto sheet = cloth(40, 33, {{"ball_at", "0.05,0.6,0.02"}});
    sheet->advance(25);
    const studio::Snapshot snapshot = sheet->capture();
    sheet->advance(15);
    const auto at = places_of_cloth(*sheet);
    const auto velocity = velocities_of_cloth(*sheet);
    EXPECT_GT(monitor(*sheet, "touching_there"), 0);
    sheet->restore(snapshot);
    sheet->advance(15);
    EXPECT_EQ(places_of_cloth(*sheet), at);
    EXPECT_EQ(velocities_of_cloth(*sheet), velocity);
    sheet->reset();
    sheet->advance(40);
    EXPECT_EQ(places_of_cloth(*sheet), at);
}

TEST_P(ClothTest, FallsWithGravity) {
    const auto sheet = cloth(24, 24, with_nothing_else({{"scene", "0"}}));
    const auto start = places_of_cloth(*sheet);
    sheet->advance(6);
    const double time = 6.0 / 60, substep = 1.0 / 1200;
    for (std::size_t i = 0; i < start.size(); i += 37) {
        EXPECT_NEAR(velocities_of_cloth(*sheet)[i][1], -9.81 * time, 2e-3);
        // Symplectic Euler moves half a substep farther than the exact solution.
        EXPECT_NEAR(places_of_cloth(*sheet)[i][1] - start[i][1],
                    -9.81 / 2 * time * (time + substep), 2e-4);
    }
}

TEST_P(ClothTest, WindPushesIt) {
    const auto flag =
        cloth(16, 12, with_nothing_else({{"scene", "2"}, {"gravity", "0,0,0"}, {"gusts", "0"}}));
    flag->set("air", 1.2);
    flag->set("wind", {3, 0, 4});  // wind of 4 m/s perpendicular to the cloth
    auto at = places_of_cloth(*flag);
    for (Quad& each : at) each[2] = 0, each[3] = 1;
    flag->field<Quad>("position").assign(at);
    flag->advance(1);
    const double strength = 1.2 / 0.2 * 4 / 60, expected = 4 * strength / (1 + strength);
    for (const Triple& velocity : velocities_of_cloth(*flag)) {
        EXPECT_NEAR(velocity[2], expected, 2e-3);
        EXPECT_NEAR(velocity[0], 0, 2e-3);
    }
}

TEST_P(ClothTest, IsDraggedAlongByATurningBall) {
    const auto turn = [&](const char* friction) {
        const auto sheet = cloth(24, 24, {{"spin", "180"}, {"friction", friction}, {"size", "1"}});
        sheet->advance(60);
        double sum = 0;
        const auto at = places_of_cloth(*sheet);
        const auto velocity = velocities_of_cloth(*sheet);
        for (std::size_t i = 0; i < at.size(); ++i)
            sum += at[i][2] * velocity[i][0] - at[i][0] * velocity[i][2];
        return sum;
    };
    const double rough = turn("0.6"), smooth = turn("0");
    EXPECT_GT(rough, 5);
    EXPECT_LT(std::abs(smooth), 0.2 * rough);
}

/// Pixel at which a vertex appears to a camera at +z that looks along -z.
std::array<float, 3> pixel_of(const Cloth& cloth, const Quad& at) {
    const double away = cloth.get("away") * cloth.get("size");
    const double focal = 32 / std::tan(cloth.get("view") / 2 * 0.017453293);
    const double ahead = away - at[2];
    return {static_cast<float>(48 + focal * at[0] / ahead - 0.5),
            static_cast<float>(32 + focal * (at[1] - cloth.get("above")) / ahead - 0.5), 0};
}

TEST_P(ClothTest, MousePullsPinsAndFreesIt) {
    const auto sheet = cloth(
        24, 24,
        with_nothing_else(
            {{"scene", "2"}, {"gravity", "0,0,0"}, {"turn", "0"}, {"tilt", "0"}, {"above", "1"}}));
    const std::size_t corner = 24 * 23 + 23;
    const Quad start = places_of_cloth(*sheet)[corner];
    const auto pull = [&](float to) {  // in m, sideways
        Quad wanted = start;
        for (int step = 0; step < 12; ++step) {
            wanted[0] = start[0] + to * std::min(1.0f, static_cast<float>(step) / 6);
            const auto pixel =
                pixel_of(*sheet, step == 0 ? places_of_cloth(*sheet)[corner] : wanted);
            sheet->drag({.place = pixel, .before = pixel});
            if (step == 0) {
                EXPECT_EQ(sheet->field<int>("held").to_vector().front(), static_cast<int>(corner));
            }
            sheet->advance(1);
        }
    };
    pull(-0.3f);
    EXPECT_NEAR(places_of_cloth(*sheet)[corner][0], start[0] - 0.3f, 0.02);
    EXPECT_EQ(places_of_cloth(*sheet)[corner][3], 1);
    sheet->set("mouse", 1);
    pull(-0.2f);
    const Quad pinned = places_of_cloth(*sheet)[corner];
    EXPECT_EQ(pinned[3], 0);
    sheet->set("gravity", {0, -9.81, 0});
    sheet->advance(20);
    EXPECT_EQ(places_of_cloth(*sheet)[corner], pinned) << "it stays";
    EXPECT_NE(places_of_cloth(*sheet)[corner - 12], pinned);
    sheet->set("mouse", 2);
    pull(-0.2f);
    EXPECT_EQ(places_of_cloth(*sheet)[corner][3], 1);
    sheet->advance(10);
    EXPECT_LT(places_of_cloth(*sheet)[corner][1], pinned[1] - 0.02) << "it falls again";
}

TEST_P(ClothTest, CountsLostAndNonFiniteVertices) {
    const auto sheet = cloth(24, 24, {{"ball", "0"}});
    auto at = places_of_cloth(*sheet);
    at[5][1] = std::numeric_limits<float>::quiet_NaN();
    at[100][0] = std::numeric_limits<float>::infinity();
    sheet->field<Quad>("position").assign(at);
    auto velocity = velocities_of_cloth(*sheet);
    velocity[575] = {1e7f, 0, 0};
    sheet->field<Triple>("velocity").assign(velocity);
    sheet->advance(20);
    EXPECT_GE(monitor(*sheet, "wrong"), 2);
    EXPECT_GE(monitor(*sheet, "gone"), 1);
    EXPECT_LT(monitor(*sheet, "wrong") + monitor(*sheet, "gone"), 24) << "others are left";
    for (const Quad& each : places_of_cloth(*sheet))
        EXPECT_TRUE(std::isfinite(each[0]) && std::isfinite(each[1]) && std::isfinite(each[2]));
    sheet->draw();
}

TEST_P(ClothTest, IsDrawnWithItsShadow) {
    const auto sheet = cloth(32, 32, {{"pattern", "0"}, {"ball", "0"}, {"tilt", "25"}});
    const auto seen = [&] {
        sheet->draw();
        return sheet->field<std::array<unsigned char, 4>>("seen").to_vector();
    };
    const auto with = seen();
    const auto red = [](const auto& pixel) { return pixel[0] > 1.5 * pixel[2]; };
    const auto of_cloth = std::ranges::count_if(with, red);
    EXPECT_GT(of_cloth, 300);
    EXPECT_FALSE(red(with.front())) << "the backdrop";
    // Hides the cloth. Pixels that become brighter elsewhere were in its shadow.
    auto at = places_of_cloth(*sheet);
    for (Quad& each : at) each[3] = -1;
    sheet->field<Quad>("position").assign(at);
    const auto without = seen();
    int shaded = 0;
    for (std::size_t i = 0; i < with.size(); ++i)
        shaded += !red(with[i]) && without[i][1] > with[i][1] + 20;
    EXPECT_EQ(std::ranges::count_if(without, red), 0);
    EXPECT_GT(shaded, 100);
}

TEST_P(ClothTest, RefusesInvalidSettings) {
    const auto reason = [&](int columns, int rows, const Settings& settings) -> std::string {
        try {
            require_sheet(*cloth(columns, rows, settings));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(reason(8, 8, {}), "");
    EXPECT_NE(reason(1, 1, {}).find("--set columns=2"), std::string::npos);
    EXPECT_NE(reason(8, 8, {{"stretch", "0"}}).find("--set stretch=2000"), std::string::npos);
    EXPECT_NE(reason(8, 8, {{"thickness", "1"}, {"reach", "3"}}).find("--set reach=2.9"),
              std::string::npos);
    EXPECT_NE(reason(8, 8, {{"ball_at", "0,-3,0"}}).find("--set floor=false"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Backends, ClothTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
