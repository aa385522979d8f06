// SPDX-License-Identifier: MIT
#include <glint/studio/run/run_headless.hpp>

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/driver/memory_pool.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

using test::expect_error;

// Each step multiplies by `rate`; the element `bad` becomes NaN at step 7.
const char* const kGrowing = R"(#include <glint/sim.cuh>
//@ simulation "Growing"
//@ dt 0.5 s
struct Params {
    float rate = 2;                  //@ 0..4 "Rate"
    int bad = -1;                    //@ -1..100 "Bad"
    bool cut = false;                //@ "Cut"
    float3 tint = {0.1f, 0.4f, 1};   //@ 0..1 "Tint"
    int count = 5;                   //@ 1..100000 "Count"
};
struct Other {
    float rate = 1;  //@ 0..9 "Another rate"
    float only = 3;  //@ 0..9 "Only here"
};
struct List {  //@ count
    float* level;
};
//@ init
__global__ void start(int count, float* level) {
    if (glint::index() < count) level[glint::index()] = 1;
}
//@ step
__global__ void grow(int count, int step, Params params, Other other, float* level) {
    const int i = glint::index();
    if (i >= count) return;
    level[i] *= params.rate * other.rate;
    if (i == params.bad && step == 7) level[i] = __uint_as_float(0x7fc00000u);
}
//@ mean "Mean"
__device__ float mean_level(float level) { return level; }
//@ max 0..100 "Highest"
__device__ float highest(float level) { return level; }
)";

class HeadlessOn : public test::OnEachBackend {
protected:
    test::TemporaryFolder folder_;
    Simulation growing_{{.device = open(), .file = folder_.write("growing.cu", kGrowing)}};
};

TEST_P(HeadlessOn, WritesMonitorsAsATable) {
    const HeadlessRun run = run_headless(growing_, {.steps = 5, .sample_every = 2});
    EXPECT_TRUE(run.is_successful());
    EXPECT_EQ(run.monitors.steps, (std::vector<std::uint64_t>{2, 4, 5}));
    EXPECT_EQ(run.monitors.times, (std::vector<double>{1, 2, 2.5}));
    EXPECT_EQ(run.monitors.names, (std::vector<std::string>{"mean_level", "highest"}));
    EXPECT_EQ(run.monitors.column("mean_level"), (std::vector<double>{4, 16, 32}));
    EXPECT_EQ(run.monitors.column("highest"), run.monitors.columns[1]);
    EXPECT_EQ(growing_.field<float>("level").to_vector(), std::vector<float>(5, 32));
    expect_error(ErrorCode::not_found, "monitor not found; did you mean 'highest'?",
                 [&] { (void)run.monitors.column("highst"); });

    const HeadlessRun more = run_headless(growing_, {.steps = 1});
    EXPECT_EQ(more.monitors.steps, std::vector<std::uint64_t>{6});
    EXPECT_EQ(more.monitors.row_count(), 1u);
}

TEST_P(HeadlessOn, EndsWhenALimitIsExceeded) {
    const HeadlessRun run = run_headless(growing_, {.steps = 20, .sample_every = 1});
    ASSERT_TRUE(run.finding);
    EXPECT_EQ(run.finding->text,
              "'Highest' is 128 at step 7, outside its limit 0..100, at List[0]");
    EXPECT_EQ(run.monitors.steps.back(), 7u);
    EXPECT_EQ(growing_.now().number, 7u);

    growing_.reset();
    const HeadlessRun own =
        run_headless(growing_, {.steps = 20, .sample_every = 1, .limits = {"mean_level=0..10"}});
    ASSERT_TRUE(own.finding);
    EXPECT_EQ(own.finding->text, "'Mean' is 16 at step 4, outside its limit 0..10");

    growing_.reset();
    EXPECT_TRUE(run_headless(growing_, {.steps = 20, .sample_every = 1, .stops_at_limits = false})
                    .is_successful());
    EXPECT_EQ(growing_.now().number, 20u);
    expect_error(ErrorCode::not_found,
                 "monitor not found; available: Mean, mean_level, Highest, highest",
                 [&] { run_headless(growing_, {.limits = {"Mass=0..1"}}); });
}

TEST_P(HeadlessOn, ReportsNonFiniteValues) {
    growing_.set("bad", 3);
    const HeadlessRun last = run_headless(growing_, {.steps = 12, .stops_at_limits = false});
    ASSERT_TRUE(last.finding);
    EXPECT_TRUE(last.finding->text.starts_with("'level[3]' is ")) << last.finding->text;
    EXPECT_TRUE(last.finding->text.ends_with(" at step 12")) << last.finding->text;
    EXPECT_EQ(last.finding->at, (std::array<std::size_t, 3>{3, 0, 0}));

    growing_.reset();
    const HeadlessRun each =
        run_headless(growing_, {.steps = 12, .stops_at_limits = false, .check_every = 1});
    ASSERT_TRUE(each.finding);
    EXPECT_TRUE(each.finding->text.ends_with(" at step 8")) << each.finding->text;
    EXPECT_EQ(each.monitors.steps, std::vector<std::uint64_t>{8});
    EXPECT_TRUE(std::isnan(each.monitors.column("mean_level")[0]));

    growing_.reset();
    EXPECT_TRUE(run_headless(growing_, {.steps = 12, .stops_at_limits = false, .check_every = 0})
                    .is_successful());
}

TEST_P(HeadlessOn, ParametersAreSetAndReadByName) {
    growing_.set("Params.rate", 3);
    growing_.set("cut", true);
    growing_.set("tint", {0.5, 0.25, 0.75});
    growing_.set("count", "7");
    EXPECT_EQ(growing_.get<float>("Params.rate"), 3.0f);
    EXPECT_TRUE(growing_.get<bool>("cut"));
    EXPECT_EQ((growing_.get<std::array<float, 3>>("tint")),
              (std::array<float, 3>{0.5f, 0.25f, 0.75f}));
    EXPECT_EQ(growing_.get<int>("count"), 7);
    EXPECT_EQ(growing_.get("only"), 3.0);
    growing_.reset();
    run_headless(growing_, {.steps = 2});
    EXPECT_EQ(growing_.field<float>("level").to_vector(), std::vector<float>(7, 9));

    expect_error(ErrorCode::not_found, "parameter not found; did you mean 'count'?",
                 [&] { growing_.set("cuont", 1); });
    expect_error(
        ErrorCode::invalid_argument,
        "several structs have a parameter of this name. Write 'Params.rate' or 'Other.rate'",
        [&] { growing_.set("rate", 1); });
    expect_error(ErrorCode::invalid_argument, "10 is outside 0..9",
                 [&] { growing_.set("only", 10); });
    expect_error(ErrorCode::invalid_argument, "the parameter has 3 components, not 2",
                 [&] { growing_.set("tint", {1, 1}); });
    expect_error(ErrorCode::invalid_argument, "5 is outside 0..1",
                 [&] { growing_.set("tint", {1, 0, 5}); });
    EXPECT_EQ((growing_.get<std::array<double, 3>>("tint")),
              (std::array<double, 3>{0.5, 0.25, 0.75}))
        << "a value that is refused changes nothing";
    growing_.set("only", 2.5);
    expect_error(ErrorCode::invalid_argument, "the requested type cannot represent the value 2.5",
                 [&] { (void)growing_.get<int>("only"); });
    growing_.set("bad", -1);
    expect_error(ErrorCode::invalid_argument, "the requested type cannot represent the value -1",
                 [&] { (void)growing_.get<unsigned>("bad"); });
}

/// Device memory in use after a run with this number of elements.
std::size_t used_bytes(Simulation& simulation, int count) {
    simulation.set("count", count);
    simulation.reset();
    run_headless(simulation, {.steps = 3, .sample_every = 1});
    simulation.stream().synchronize();
    return MemoryPool::default_of(simulation.stream().device()).statistics().active_bytes;
}

TEST_P(HeadlessOn, ManyRunsDoNotLeak) {
    const std::size_t once = used_bytes(growing_, 90'000);
    for (int i = 1; i < 50; ++i) (void)used_bytes(growing_, 1000 * i);
    EXPECT_EQ(used_bytes(growing_, 90'000), once);
    EXPECT_GE(once, 90'000 * sizeof(float));
}

INSTANTIATE_TEST_SUITE_P(Backends, HeadlessOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
