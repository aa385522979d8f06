// SPDX-License-Identifier: MIT
// The n-body simulation, in which host code sums the forces between the kernels of the file.
#include <apps/nbody/nbody.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <apps/nbody/layout.cuh>
#include <apps/started.hpp>
#include <apps/swept_rows.hpp>
#include <base/scratch.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint::apps {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

struct Xyz {
    float x, y, z;
    friend bool operator==(const Xyz&, const Xyz&) = default;
};

double body_distance(const Xyz& a, const Xyz& b) {
    return std::hypot(double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z);
}

class NBodyTest : public test::OnEachBackend {
protected:
    std::unique_ptr<NBody> made(const Settings& settings, std::vector<std::string> inputs = {},
                                double dt = 0.005) {
        studio::SimulationOptions options = options_for(find_entry("nbody"), open());
        options.settings = settings;
        options.inputs = std::move(inputs);
        options.dt = dt;
        return std::make_unique<NBody>(options);
    }
    double monitor(NBody& bodies, std::string_view name) {
        const auto values = bodies.monitors();
        for (std::size_t i = 0; i < values.size(); ++i)
            if (bodies.declaration().derived[i].function == name) return values[i].value();
        ADD_FAILURE() << name;
        return 0;
    }
    test::TemporaryFolder folder_;
};

std::vector<Xyz> positions(NBody& bodies) { return bodies.field<Xyz>("position").to_vector(); }

/// Expected accelerations, computed in double precision.
std::vector<Xyz> wanted(NBody& bodies, double softening) {
    const std::vector<Xyz> at = positions(bodies);
    const std::vector<float> mass = bodies.field<float>("mass").to_vector();
    std::vector<Xyz> all;
    for (const Xyz& here : at) {
        double x = 0, y = 0, z = 0;
        for (std::size_t j = 0; j < at.size(); ++j) {
            const double dx = double{at[j].x} - here.x, dy = double{at[j].y} - here.y,
                         dz = double{at[j].z} - here.z;
            const double square = dx * dx + dy * dy + dz * dz + softening * softening;
            const double weight = mass[j] / (square * std::sqrt(square));
            x += weight * dx, y += weight * dy, z += weight * dz;
        }
        all.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
    }
    return all;
}

// The body counts are around a full row, or need an odd or even number of rows, or several columns
// of pairs.
TEST_P(NBodyTest, SumsAllForcesForAnyBodyCount) {
    for (const char* count : {"1", "2", "127", "129", "1000", "2049", "3100"})
        for (const Settings& way :
             {Settings{{"pairs", "1"}}, Settings{{"pairs", "2"}}, Settings{{"sums", "1"}},
              Settings{{"sums", "2"}}, Settings{{"integrator", "1"}},
              Settings{{"integrator", "1"}, {"sums", "1"}},
              Settings{{"integrator", "1"}, {"sums", "2"}}}) {
            Settings settings{{"scene", "1"}, {"softening", "0.05"}, {"count", count}};
            settings.insert(settings.end(), way.begin(), way.end());
            SCOPED_TRACE(std::string(count) + ' ' + way.front().first + '=' + way.front().second);
            const auto bodies = made(settings);
            const auto found = bodies->field<Xyz>("acceleration").to_vector();
            const auto right = wanted(*bodies, 0.05);
            for (std::size_t i = 0; i < found.size(); ++i)
                ASSERT_LT(body_distance(found[i], right[i]),
                          1e-5 * (1e-3 + body_distance(right[i], {})))
                    << "body " << i;
        }
}

// Calls divide() directly, for divisions that occur only with many bodies.
TEST(NBodyDivision, CoversEverySourceOnce) {
    for (const std::size_t count : {1u, 4097u, 65536u, 262144u, 1048576u})
        for (const std::size_t resident : {32u, 432u, 528u}) {
            const Division made = divide(count, 1024, resident);
            EXPECT_EQ(made.padded, made.rows * 1024);
            EXPECT_GE(made.padded, count);
            EXPECT_EQ(made.length % nbody::kGroup, 0u);
            EXPECT_GE(made.parts * made.length, count);
            EXPECT_LT((made.parts - 1) * made.length, count);
            // With enough work, all multiprocessors are busy until the end.
            if (count < 65536) continue;
            const double waves = static_cast<double>(made.rows * made.parts) / double(resident);
            EXPECT_GT(waves / std::ceil(waves), 0.96) << count << ' ' << resident;
        }
}

TEST(NBodyDivision, PairResultsFitInTheirMemory) {
    const PairDivision one = divide_pairs(65536, 8, 528, 512u << 20);
    EXPECT_EQ(one.rows, 64u);
    EXPECT_EQ(one.columns, 33u * 8);
    EXPECT_EQ(one.batch, one.columns);
    EXPECT_GE(one.parts() * one.rows, 4 * 520u);
    const PairDivision many = divide_pairs(1u << 20, 8, 528, 512u << 20);
    EXPECT_EQ(many.batch % 8, 0u);
    EXPECT_LT(many.batch, many.columns);
    EXPECT_LE(many.pulls() * 16, 512u << 20);
    const PairDivision least = divide_pairs(5, 1, 32, 1);
    EXPECT_EQ(least,
              (PairDivision{
                  .rows = 1, .columns = 1, .batch = 1, .length = 1, .padded = nbody::kThreads}));
}

TEST_P(NBodyTest, PairwiseForcesConserveMomentum) {
    const auto bodies = made({{"scene", "0"}, {"count", "1500"}, {"pairs", "2"}});
    bodies->advance(20);
    for (const char* name : {"momentum_x", "momentum_y", "momentum_z"})
        EXPECT_NEAR(monitor(*bodies, name), 0, 1e-6) << name;
}

TEST_P(NBodyTest, MonitorsReportTheEnergyOfTheirStep) {
    for (const char* integrator : {"0", "1"}) {
        const auto bodies = made({{"scene", "1"},
                                  {"count", "800"},
                                  {"softening", "0.05"},
                                  {"integrator", integrator},
                                  {"energy_every", "4"}});
        EXPECT_NEAR(monitor(*bodies, "kinetic"), 0.25, 0.02);
        EXPECT_NEAR(monitor(*bodies, "potential"), -0.5, 0.04);
        const double before = monitor(*bodies, "total_energy");
        bodies->advance(16);
        EXPECT_NEAR(monitor(*bodies, "total_energy"), before, 2e-5) << integrator;
        bodies->advance(3);
        const double known = monitor(*bodies, "kinetic");
        bodies->advance(1);
        EXPECT_NE(monitor(*bodies, "kinetic"), known);
    }
}

TEST_P(NBodyTest, ContinuesBitExactlyFromASnapshot) {
    for (const Settings& way :
         {Settings{{"pairs", "1"}}, Settings{{"pairs", "2"}}, Settings{{"integrator", "1"}}}) {
        Settings settings{{"count", "700"}};
        settings.insert(settings.end(), way.begin(), way.end());
        const auto bodies = made(settings);
        bodies->advance(3);
        const studio::Snapshot snapshot = bodies->capture();
        bodies->advance(3);
        const std::vector<Xyz> first = positions(*bodies);
        bodies->restore(snapshot);
        bodies->advance(3);
        EXPECT_EQ(positions(*bodies), first);
        const auto again = made(settings);
        again->advance(6);
        EXPECT_EQ(positions(*again), first);
    }
}

// Bodies that leave, coincide or become non-finite are counted, and do not affect other bodies.
TEST_P(NBodyTest, CountsLostCoincidentAndNonFiniteBodies) {
    const auto bodies = made({{"scene", "1"},
                              {"count", "400"},
                              {"outside", "50"},
                              {"energy_every", "1"},
                              {"pairs", "2"}});
    EXPECT_EQ(
        monitor(*bodies, "left") + monitor(*bodies, "coinciding") + monitor(*bodies, "not_finite"),
        0);
    std::vector<Xyz> at = positions(*bodies);
    at[7] = at[9] = at[3];
    at[20] = {100, 0, 0};
    at[30].x = std::nanf("");
    at[31].y = INFINITY;
    at[32] = {3e30f, 0, 0};
    bodies->field<Xyz>("position").assign(at);
    bodies->start();
    EXPECT_EQ(monitor(*bodies, "coinciding"), 3);
    EXPECT_EQ(monitor(*bodies, "left"), 2);
    EXPECT_EQ(monitor(*bodies, "not_finite"), 2);
    EXPECT_TRUE(std::isfinite(monitor(*bodies, "total_energy")));
    bodies->advance(5);
    EXPECT_EQ(monitor(*bodies, "not_finite"), 2);
    EXPECT_EQ(monitor(*bodies, "left"), 2);
    EXPECT_TRUE(std::isfinite(monitor(*bodies, "total_energy")));
}

TEST_P(NBodyTest, ReadsACatalogAndSkipsMissingValues) {
    const auto file = folder_.write("stars.csv",
                                    "id,x,y,z,vx,vy,vz,mass\n"
                                    "a,0,0,0,0,0,0,1\n"
                                    "b,1,0,0,0,1,0,1e-6\n"
                                    "c,2,,0,0,0.7,0,1e-6\n"
                                    "d,3,0,0,0,0.577,0,NaN\n"
                                    "e,4,0,0,0,-0.5,0,1e-6\n"
                                    "f,5,0,n/a,0,0.4,0,--\n");
    const test::ExpectedComplaints one(1);
    const auto bodies = made({{"softening", "0"}, {"centred", "false"}}, {file.string()});
    EXPECT_EQ(bodies->get<int>("count"), 3);
    EXPECT_EQ(bodies->get<int>("scene"), 3);
    EXPECT_EQ(positions(*bodies), (std::vector<Xyz>{{0, 0, 0}, {1, 0, 0}, {4, 0, 0}}));
    EXPECT_EQ(bodies->field<Xyz>("velocity").to_vector()[2], (Xyz{0, -0.5f, 0}));
    EXPECT_EQ(bodies->field<float>("mass").to_vector(), (std::vector<float>{1, 1e-6f, 1e-6f}));
    // Without a mass column, all bodies have the same mass; without velocities, all are at rest.
    const auto places = folder_.write("places.csv", "x y z\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n");
    const auto alike = made({}, {places.string()});
    EXPECT_EQ(alike->field<float>("mass").to_vector(), std::vector<float>(4, 0.25f));
    EXPECT_EQ(alike->field<Xyz>("velocity").to_vector(), std::vector<Xyz>(4, Xyz{}));
    EXPECT_EQ(positions(*alike)[0], (Xyz{-0.25f, -0.25f, -0.25f}));
}

INSTANTIATE_TEST_SUITE_P(Backends, NBodyTest, test::each_backend(), test::name);

TEST(NBodyProgram, ReportsWhatACatalogLacks) {
    const test::TemporaryFolder folder;
    folder.write("stars.csv", "x,y,z,mass\n0,0,0,1\n1,0,,1\n2,0,0,\n3,0,0,1\n");
    const auto run = test::start_glint(folder.path(),
                                       "run nbody --headless --device cpu --frames 1 --every 0 "
                                       "--input ../stars.csv --probe mass[1]");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.err.find("input '../stars.csv': 2 of 4 rows are skipped because of missing "
                           "numbers: 1 in 'z' (first in line 3), 1 in 'mass' (first in line 4)"),
              std::string::npos)
        << run.err;
    EXPECT_EQ(run.out, "mass[1] = 1\n");
}

TEST(NBodyProgram, CanBeSwept) {
    const test::TemporaryFolder folder;
    const auto swept = test::start_glint(
        folder.path(),
        "sweep nbody softening=0.01..0.05/2 --set count=300 --frames 2 --device cpu --out all");
    EXPECT_EQ(swept.status, 0) << swept.err;
    test::expect_swept(folder.path() / "work/all", 2);
}

}  // namespace
}  // namespace glint::apps
