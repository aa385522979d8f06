// SPDX-License-Identifier: MIT
#include <glint/studio/run/watch.hpp>

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/base/float16.hpp>
#include <glint/studio/run/detail/schedule.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

// `broken` selects the kind of field in which one element becomes infinite and one NaN.
const char* const kBreaking = R"(#include <glint/sim.cuh>
#include <glint/half.cuh>
//@ simulation "Breaking"
struct Params {
    int broken = 0;  //@ 0..9 "Which"
    int at = 70;     //@ 0..100 "Where"
};
struct Agent {
    double2 where;
    __half heading;
    int kind;
};
struct Grid {        //@ 13 x 11
    float* level;
    int* mark;
};
struct List {        //@ 101
    __half* small;
    __nv_bfloat16* wide;
    float* level;
    double* exact;
    float3* place;
    double2* pair;
    Agent* agent;
    float* seen;     //@ "Seen"
};
__device__ float nan_of(unsigned sign) { return __uint_as_float(0x7fc00000u | sign << 31); }
//@ step
__global__ void spoil(int count, Params params, int step, List list) {
    const int i = glint::index();
    if (i >= count || step != 3) return;
    const float bad = i == params.at ? nan_of(1) : __uint_as_float(0x7f800000u);
    const bool here = i == params.at || i == params.at + 5;
    if (!here) return;
    if (params.broken == 1) list.small[i] = __float2half(bad);
    if (params.broken == 2) list.wide[i] = __float2bfloat16(bad);
    if (params.broken == 3) list.level[i] = bad;
    if (params.broken == 4) list.exact[i] = bad;
    if (params.broken == 5) list.place[i].y = bad;
    if (params.broken == 6) list.pair[i].y = bad;
    if (params.broken == 7) list.agent[i].where.y = bad;
    if (params.broken == 8) list.agent[i].heading = __float2half(bad);
}
//@ step
__global__ void spoil_grid(int width, int height, Params params, int step, float* grid_level, int* mark) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    mark[c.y * width + c.x] = -1;  // has all bits set
    if (params.broken == 9 && step == 3 && c.x == 12 && c.y == 4) grid_level[c.y * width + c.x] = INFINITY;
}
//@ draw
__global__ void see(int count, float* seen) {
    const int i = glint::index();
    if (i < count) seen[i] = INFINITY;
}
//@ max 0..2 "Highest"
__device__ float highest(float grid_level) { return grid_level; }
//@ min "Lowest"
__device__ double lowest(double exact) { return exact; }
//@ sum "All"
__device__ float all(float grid_level) { return grid_level; }
)";

class WatchOn : public test::OnEachBackend {
protected:
    Simulation make(int broken, int at = 70) {
        return Simulation(
            {.device = device_,
             .file = folder_.write("breaking.cu", kBreaking),
             .settings = {{"broken", std::to_string(broken)}, {"at", std::to_string(at)}}});
    }
    static std::string text(const std::optional<Finding>& found) {
        return found ? found->text : "";
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

TEST_P(WatchOn, FindsTheFirstNonFiniteElement) {
    const std::pair<int, const char*> cases[] = {
        {0, ""},
        {1, "'small[70]' is nan at step 5"},
        {2, "'wide[70]' is nan at step 5"},
        {3, "'List.level[70]' is nan at step 5"},
        {4, "'exact[70]' is nan at step 5"},
        {5, "'place[70]' is (0, nan, 0) at step 5"},
        {6, "'pair[70]' is (0, nan) at step 5"},
        {7, "'agent[70]' is {where: (0, nan), heading: 0, kind: 0} at step 5"},
        {8, "'agent[70]' is {where: (0, 0), heading: nan, kind: 0} at step 5"},
        {9, "'Grid.level[12,4]' is inf at step 5"},
    };
    for (const auto& [broken, expected] : cases) {
        Simulation simulation = make(broken);
        simulation.draw();
        simulation.advance(5);
        EXPECT_EQ(text(Watch(simulation, {}).check_numbers()), expected);
    }
}

TEST_P(WatchOn, ChecksTheLastElements) {
    for (const int broken : {1, 3, 4, 5, 6}) {
        Simulation simulation = make(broken, 100);
        simulation.advance(4);
        const auto found = Watch(simulation, {}).check_numbers();
        ASSERT_TRUE(found) << broken;
        EXPECT_EQ(found->at, (std::array<std::size_t, 3>{100, 0, 0}));
        EXPECT_EQ(found->structure, 1u);
    }
}

TEST_P(WatchOn, ExtremeFiniteValuesAreAccepted) {
    Simulation simulation = make(0);
    const auto put = [&](const char* field, auto value) {
        simulation.field<decltype(value)>(field)(50) = value;
    };
    put("exact", std::numeric_limits<double>::max());
    put("List.level", std::numeric_limits<float>::denorm_min());
    put("small", std::bit_cast<half>(std::uint16_t(0x7bff)));
    put("wide", std::bit_cast<bfloat16>(std::uint16_t(0xff7f)));
    Watch watch(simulation, {});
    EXPECT_EQ(text(watch.check_numbers()), "");
    // The upper 32 bits of this NaN are those of infinity.
    put("exact", std::bit_cast<double>(0x7ff0'0000'0000'0001u));
    EXPECT_EQ(text(watch.check_numbers()), "'exact[50]' is nan at step 0");
    put("small", std::bit_cast<half>(std::uint16_t(0x7c00)));
    EXPECT_EQ(text(watch.check_numbers()), "'small[50]' is inf at step 0");
}

TEST_P(WatchOn, ScheduleRunsActionsAtMultiplesUntilStopped) {
    Simulation simulation = make(3);
    Watch watch(simulation, {});
    Schedule schedule;
    std::string found;
    std::vector<std::uint64_t> acted;
    schedule.add(6, [&] {
        found = text(watch.check_numbers());
        return found.empty();
    });
    schedule.add(3, [&] {
        acted.push_back(simulation.now().number);
        return true;
    });
    EXPECT_TRUE(schedule.advance(simulation, 5));
    EXPECT_EQ(acted, std::vector<std::uint64_t>{3});
    EXPECT_FALSE(schedule.advance(simulation, 9));
    EXPECT_EQ(found, "'List.level[70]' is nan at step 6");
    EXPECT_EQ(simulation.now().number, 6u);
    EXPECT_EQ(acted, (std::vector<std::uint64_t>{3, 6}));
    EXPECT_TRUE(Schedule().advance(simulation, 20));
    EXPECT_EQ(simulation.now().number, 26u);
}

TEST_P(WatchOn, LimitErrorsNameTheElement) {
    Simulation simulation = make(0);
    simulation.advance(1);
    Watch watch(simulation, limits_of(simulation.declaration(), {"lowest=-1..1", "All=0..100"}));
    EXPECT_EQ(watch.check_limits(simulation.monitors()), std::nullopt);
    simulation.field<float>("Grid.level")(7, 3) = 2.5f;
    simulation.field<float>("Grid.level")(7, 4) = 2.5f;
    EXPECT_EQ(text(watch.check_limits(simulation.monitors())),
              "'Highest' is 2.5 at step 1, outside its limit 0..2, at Grid[3,7]");
    simulation.field<float>("Grid.level")(7, 3) = std::nanf("");
    EXPECT_EQ(text(watch.check_limits(simulation.monitors())),
              "'Grid.level[3,7]' is nan at step 1");
    simulation.field<float>("Grid.level")(7, 3) = 0;
    simulation.field<float>("Grid.level")(7, 4) = 0;
    simulation.field<double>("exact")(99) = -1.0000000001;
    const auto found = watch.check_limits(simulation.monitors());
    EXPECT_EQ(text(found), "'Lowest' is -1 at step 1, outside its limit -1..1, at List[99]");
    EXPECT_EQ(found->structure, 1u);
    simulation.field<double>("exact")(99) = 0;
    for (int i = 0; i < 100; ++i) simulation.field<float>("Grid.level")(i % 11, i / 11) = 1.5f;
    EXPECT_EQ(text(watch.check_limits(simulation.monitors())),
              "'All' is 150 at step 1, outside its limit 0..100");
}

TEST_P(WatchOn, LimitsFollowANewVersion) {
    Simulation simulation = make(0);
    Watch watch(simulation, limits_of(simulation.declaration(), {"lowest=-1..1", "All=-1..100"}));
    std::string later = kBreaking;
    const std::string gone =
        "//@ min \"Lowest\"\n__device__ double lowest(double exact) { return exact; }\n";
    later.replace(later.find(gone), gone.size(), "");
    later.replace(later.find("//@ max 0..2"), 12, "//@ max 1..2");
    simulation.adopt(Code(device_, folder_.write("breaking.cu", later)));
    watch.refresh_limits();
    EXPECT_EQ(text(watch.check_limits(simulation.monitors())),
              "'Highest' is 0 at step 0, outside its limit 1..2, at Grid[0,0]");
    simulation.field<float>("Grid.level")(0, 0) = 200;
    EXPECT_EQ(text(watch.check_limits(simulation.monitors())),
              "'Highest' is 200 at step 0, outside its limit 1..2, at Grid[0,0]");
    simulation.field<float>("Grid.level")(0, 0) = 2;
    simulation.field<float>("Grid.level")(0, 1) = -4;
    EXPECT_EQ(text(watch.check_limits(simulation.monitors())),
              "'All' is -2 at step 0, outside its limit -1..100");
}

INSTANTIATE_TEST_SUITE_P(Backends, WatchOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
