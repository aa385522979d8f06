// SPDX-License-Identifier: MIT
#include <glint/studio/state/cloud_input.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/state/field_name.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint::studio {
namespace {

using test::expect_error;
using F3 = std::array<float, 3>;

constexpr std::string_view kHead = "#include <glint/sim.cuh>\n//@ simulation \"Cloud\"\n";

/// Interleaves the bits of cell coordinates; x has the lowest bit.
unsigned morton(const std::array<unsigned, 3>& at) {
    unsigned code = 0;
    for (unsigned bit = 0; bit < 10; ++bit)
        for (unsigned axis = 0; axis < 3; ++axis)
            code |= (at[axis] >> bit & 1u) << (3 * bit + axis);
    return code;
}

class Clouds : public test::OnEachBackend {
protected:
    Simulation make(const std::string& fields, std::size_t count, const std::string& input) {
        return Simulation(
            {.device = device_,
             .file = folder_.write("cloud.cu", fmt::format("{}struct Points {{  //@ {}\n{}}};\n",
                                                           kHead, count, fields)),
             .inputs = {input}});
    }
    template <class T>
    static std::vector<T> values(Simulation& simulation, const char* name) {
        return simulation.field<T>(name).to_vector();
    }
    std::string write(const std::string& name, const std::string& content) {
        return folder_.write(name, content).string();
    }

    /// A binary `.ply` file with `count` pseudorandom points, where `heat` is the row number.
    std::string scattered(std::size_t count) {
        std::string body;
        std::mt19937 random(3);
        std::uniform_real_distribution<float> place(-1, 1);
        for (std::size_t i = 0; i < count; ++i)
            for (const float value :
                 {place(random), place(random), place(random), static_cast<float>(i)}) {
                char bytes[4];
                std::memcpy(bytes, &value, 4);
                body.append(bytes, 4);
            }
        return write(
            "scattered.ply",
            fmt::format("ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty "
                        "float x\nproperty float y\nproperty float z\nproperty float "
                        "heat\nend_header\n",
                        count) +
                body);
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

const char* const kFields =
    "    float3* position;  //@ \"p\" as points\n    uchar4* colour;  //@ \"c\"\n"
    "    float* heat;  //@ \"h\"\n    unsigned* row;  //@ \"r\"\n    short* level;  //@ \"l\"\n";

TEST_P(Clouds, ColumnsFillFieldsOfTheSameName) {
    testing::internal::CaptureStderr();
    const test::ExpectedComplaints complaints(2);
    Simulation cloud = make(kFields, 3,
                            write("a.csv",
                                  "X,y,z,red,green,blue,heat,level\n1,2,3,1,0.5,0,7,-3\n"
                                  "4,5,6,0,0,1,8,1e9\n7,8,9,0,0,0,9,2.5\n") +
                                ",streamed");
    EXPECT_EQ(values<F3>(cloud, "position"), (std::vector<F3>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
    EXPECT_EQ(values<float>(cloud, "heat"), (std::vector<float>{7, 8, 9}));
    EXPECT_EQ(values<unsigned>(cloud, "row"), (std::vector<unsigned>{0, 1, 2}));
    EXPECT_EQ(values<short>(cloud, "level"), (std::vector<short>{-3, 32767, 3}));
    using Rgba = std::array<unsigned char, 4>;
    EXPECT_EQ(values<Rgba>(cloud, "colour"),
              (std::vector<Rgba>{{255, 128, 0, 255}, {0, 0, 255, 255}, {0, 0, 0, 255}}));
    cloud.reset();
    EXPECT_EQ(values<float>(cloud, "heat"), (std::vector<float>{7, 8, 9}));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("the value of 'level' for 2 of 3 points cannot be stored as 'short' and is "
                        "set to the nearest value"),
              std::string::npos)
        << said;
}

TEST_P(Clouds, TextColumnsForFieldsAreReported) {
    testing::internal::CaptureStderr();
    {
        const test::ExpectedComplaints complaints(1);
        (void)make(kFields, 2,
                   write("a.csv", "name,x,y,z,heat\na,1,2,3,7%\nb,4,5,6,8%\n") + ",streamed");
    }
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(
        said.find("ignoring the column of field 'heat', which contains text instead of numbers"),
        std::string::npos)
        << said;
}

TEST_P(Clouds, ColorsOutOfRangeAreReported) {
    testing::internal::CaptureStderr();
    {
        const test::ExpectedComplaints complaints(1);
        (void)make(kFields, 2,
                   write("a.csv", "x,y,z,red,green,blue\n1,2,3,255,-1,0\n4,5,6,0,0,127.4\n") +
                       ",streamed");
    }
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("the value of 'green' for 1 of 2 points cannot be stored as 'uchar4' and "
                        "is set to the nearest value"),
              std::string::npos)
        << said;
}

TEST_P(Clouds, SetCountParameters) {
    const std::string file = write("a.xyz", "1 2 3\n4 5 6\n");
    Simulation cloud(
        {.device = device_,
         .file = folder_.write("p.cu", std::string(kHead) +
                                           "struct P {\n    int count = 9;  //@ 1..99 \"N\"\n};\n"
                                           "struct Points {  //@ count\n    float4* position;  //@ "
                                           "m \"p\"\n};\n//@ step\n__global__ void move(int count, "
                                           "float4* position, P p) {}\n"),
         .inputs = {file + ",streamed"}});
    EXPECT_EQ(cloud.state().extents(0).count(), 2u);
    using F4 = std::array<float, 4>;
    EXPECT_EQ(values<F4>(cloud, "position"), (std::vector<F4>{{1, 2, 3, 0}, {4, 5, 6, 0}}));
}

TEST_P(Clouds, MapCoordinatesKeepMillimeters) {
    Simulation cloud = make(
        "    float3* position;  //@ \"p\" as points\n", 2,
        write("a.csv", "x,y,z\n454123.125,5411999.875,312.5\n454124,5412001,313\n") + ",streamed");
    EXPECT_EQ(values<F3>(cloud, "position"),
              (std::vector<F3>{{123.125f, -0.125f, 312.5f}, {124, 1, 313}}));
}

TEST_P(Clouds, BadRowsMissingValuesAndBadNormalsAreCounted) {
    const std::string file =
        write("a.csv",
              "x,y,z,nx,ny,nz,heat\n1,2,3,0,0,1,5\n1,2,3,0,0,0,\n1,2,inf,0,0,1,5\n"
              ",2,3,0,0,1,5\n1,2,3,nan,0,1,NA\n1,2\n");
    const std::string fields =
        "    float3* position;  //@ \"p\" as points\n    float* heat;  //@ \"h\"\n    float3* "
        "normal;  "
        "//@ \"n\"\n";
    testing::internal::CaptureStderr();
    {
        const test::ExpectedComplaints complaints(5);
        (void)make(fields, 6, file + ",streamed");
    }
    const std::string said = testing::internal::GetCapturedStderr();
    for (const std::string text :
         {"1 row is invalid. The first error is: line 7: the row has 2 columns",
          "the positions of 2 of 6 points are missing, so these points are not drawn",
          "the positions of 1 of 6 points are infinite, so these points are not drawn",
          "the normals of 3 of 6 points are missing or have zero length",
          "the value of 'heat' is missing for 3 of 6 points"})
        EXPECT_NE(said.find(text), std::string::npos) << text << "\nin\n" << said;
}

TEST_P(Clouds, AreThinnedEvenlyAndReproducibly) {
    constexpr std::size_t kAll = 50'000, kTaken = 1'234;
    const std::string file = scattered(kAll);
    Simulation cloud = make(kFields, kTaken, file + ",streamed");
    const auto rows = values<unsigned>(cloud, "row");
    const auto heat = values<float>(cloud, "heat");
    const double part = double{kAll} / kTaken;
    for (std::size_t i = 0; i < kTaken; ++i) {
        EXPECT_EQ(heat[i], static_cast<float>(rows[i]));
        EXPECT_GE(rows[i], std::floor(static_cast<double>(i) * part));
        EXPECT_LT(rows[i], std::ceil(static_cast<double>(i + 1) * part));
    }
    // The thinning takes one random row from each interval of `part` rows.
    const std::set<unsigned> places = [&] {
        std::set<unsigned> found;
        for (std::size_t i = 0; i < kTaken; ++i)
            found.insert(rows[i] - static_cast<unsigned>(static_cast<double>(i) * part));
        return found;
    }();
    EXPECT_GT(places.size(), 35u);
    cloud.reset();
    EXPECT_EQ(values<unsigned>(cloud, "row"), rows);
    expect_error(ErrorCode::bad_input,
                 "the file has 50000 points, but the list 'Points' has 50001. Use a list with at "
                 "most as many points as the file",
                 [&] { (void)make(kFields, kAll + 1, file + ",streamed"); });
}

TEST_P(Clouds, LargeCloudsAreInMortonOrder) {
    constexpr std::size_t kCount = 150'000;
    Simulation cloud = make(kFields, kCount, scattered(kCount) + ",streamed");
    const auto places = values<F3>(cloud, "position");
    const auto rows = values<unsigned>(cloud, "row");
    const auto heat = values<float>(cloud, "heat");
    F3 low{9, 9, 9}, high{-9, -9, -9};
    for (const F3& place : places)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], place[axis]);
            high[axis] = std::max(high[axis], place[axis]);
        }
    float longest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        longest = std::max(longest, high[axis] - low[axis]);
    const auto code = [&](const F3& place) {
        std::array<unsigned, 3> at{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            at[axis] = static_cast<unsigned>(
                std::clamp((place[axis] - low[axis]) * (1024 / longest), 0.0f, 1023.0f));
        return morton(at);
    };
    std::vector<unsigned> sorted = rows;
    std::size_t backwards = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
        EXPECT_EQ(heat[i], static_cast<float>(rows[i]));
        backwards += i > 0 && code(places[i]) < code(places[i - 1]);
    }
    EXPECT_LE(backwards, 40u);  // at edges of cells, where device and host may round differently
    std::ranges::sort(sorted);
    for (unsigned i = 0; i < kCount; ++i) ASSERT_EQ(sorted[i], i);
    cloud.reset();
    EXPECT_EQ(values<unsigned>(cloud, "row"), rows);
}

TEST_P(Clouds, CloudsWithoutPositionsOrListsAreRefused) {
    const std::string file = write("a.csv", "x,y,z,heat\n1,2,3,4\n") + ",streamed";
    expect_error(ErrorCode::bad_input,
                 "the list 'Points' has no field for the positions of the points",
                 [&] { (void)make("    float* heat;  //@ \"h\"\n", 1, file); });
    expect_error(ErrorCode::bad_input, "no list has fields with the names of the file's columns",
                 [&] { (void)make("    float* cold;  //@ \"h\"\n", 1, file); });
}

TEST(CloudNames, MatchFields) {
    EXPECT_EQ(field_name("heat, K"), "heat__K");
    EXPECT_EQ(field_name("2nd"), "_2nd");
    EXPECT_EQ(field_name("float"), "float_");
    EXPECT_EQ(field_name("intensity"), "intensity");
    for (const char* word : {"class", "int", "template", "float3", "width", "count", "dt", "step",
                             "mouse", "time", "NULL", "M_PI", "linux", "glint", "threadIdx"})
        EXPECT_EQ(field_name(word), std::string(word) + '_');
    EXPECT_EQ(field_name("__half"), "column__half");
    EXPECT_EQ(field_name("_Bool"), "column_Bool");
    EXPECT_EQ(field_name("Gr\xC3\xB6\xC3\x9F"
                         "e"),
              "Gr____e");
    EXPECT_EQ(field_name(""), "unnamed");
    EXPECT_EQ(field_name("a\nb"), "a_b");
}

TEST(CloudNames, FieldNamesOfAListDiffer) {
    const auto names = [](std::vector<std::string> columns) { return field_names(columns); };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names({"heat", "heat", "Heat"}), (Names{"heat", "heat_2", "Heat_3"}));
    EXPECT_EQ(names({"class", "class_"}), (Names{"class__2", "class_"}));
    EXPECT_EQ(names({"a b", "a-b", "a_b"}), (Names{"a_b_2", "a_b_3", "a_b"}));
    EXPECT_EQ(names({"", ""}), (Names{"unnamed", "unnamed_2"}));
    EXPECT_EQ(names({"position", "colour"}), (Names{"position_2", "colour_2"}));
}

TEST_P(Clouds, ColumnsFillFieldsByConvertedName) {
    Simulation cloud = make(
        "    float3* position;  //@ \"p\" as points\n    float* class_;  //@ \"a\"\n"
        "    float* class__2;  //@ \"b\"\n    float* heat;  //@ \"c\"\n    float* heat_2;  //@ "
        "\"d\"\n",
        2,
        write("a.csv", "x,y,z,class,class_,heat,heat\n1,2,3,4,5,6,7\n1,2,3,14,15,16,17\n") +
            ",streamed");
    EXPECT_EQ(values<float>(cloud, "class_"), (std::vector<float>{5, 15}));
    EXPECT_EQ(values<float>(cloud, "class__2"), (std::vector<float>{4, 14}));
    EXPECT_EQ(values<float>(cloud, "heat"), (std::vector<float>{6, 16}));
    EXPECT_EQ(values<float>(cloud, "heat_2"), (std::vector<float>{7, 17}));
}

TEST(CloudNames, OriginsAreForDistantPrecisePositions) {
    const auto origin = [](const char* name, double first, NumberType type) {
        return origin_of({.name = name, .type = type, .first = first});
    };
    EXPECT_EQ(origin("X", 454123.5, NumberType::float64), 454000);
    EXPECT_EQ(origin("y", -5411999.0, NumberType::int32), -5412000);
    EXPECT_EQ(origin("z", 9999.0, NumberType::float64), 0);
    EXPECT_EQ(origin("z", 454123.5, NumberType::float32), 0);
    EXPECT_EQ(origin("time", 454123.5, NumberType::float64), 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, Clouds, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
