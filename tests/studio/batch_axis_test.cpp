// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/studio/batch/axis.hpp>
#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {
namespace {

using Texts = std::vector<std::string>;

const char* const kSource = R"(
//@ simulation "Axes"
enum Walls { solid, slip, periodic };
struct Params {
    float feed = 0.03f;      //@ 0..0.1 1/s "Feed"
    double rate = 1;         //@ 0.001..1000 log "Rate"
    int count = 4;           //@ 1..1000 "Count"
    bool wet = false;        //@ "Wet"
    float3 tint = {1, 0, 0}; //@ 0..1 "Tint"
    float speed = 1;         //@ 0..10 "Speed"
    unsigned char level = 0; //@ 0..255 "Level"
    int free = 0;
    Walls walls = slip;      //@ "Walls"
};
struct Other {
    float speed = 1;         //@ 0..10 "Other speed"
};
struct Grid {   //@ 4 x 4
    float* v;   //@ 0..1 "V"
};
//@ step
__global__ void run(int width, Params params, Other other, float* v) {}
)";

class Axes : public testing::Test {
protected:
    std::vector<Axis> axes(const Texts& texts, const Sampling& sampling = {}) const {
        std::vector<AxisSpec> specs;
        for (const std::string& text : texts) specs.push_back(parse_axis(text));
        return axes_of(declaration_, specs, sampling);
    }
    Texts values(const std::string& text, const Sampling& sampling = {}) const {
        return axes({text}, sampling).front().values;
    }
    std::string refusal(const Texts& texts, const Sampling& sampling = {}) const {
        try {
            (void)cases_of(axes(texts, sampling));
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing was thrown";
    }

    Declaration declaration_ = read_declaration("axes.cu", kSource);
};

TEST_F(Axes, ListValues) {
    EXPECT_EQ(values("feed=0.02,0.03"), (Texts{"0.02", "0.03"}));
    EXPECT_EQ(values("feed= 1e-2 , 0.030"), (Texts{"0.01", "0.03"}));
    EXPECT_EQ(values("count=5"), Texts{"5"});
    EXPECT_EQ(values("wet=false,true"), (Texts{"false", "true"}));
    EXPECT_EQ(values("wet=off,1"), (Texts{"false", "true"}));
    EXPECT_EQ(values("tint=1,0,0:0,0.5,0"), (Texts{"1,0,0", "0,0.5,0"}));
    EXPECT_EQ(values("free=-3,7"), (Texts{"-3", "7"}));
}

TEST_F(Axes, ListChoicesByNameAndNumber) {
    EXPECT_EQ(values("walls=periodic,0"), (Texts{"periodic", "solid"}));
    EXPECT_EQ(values("walls=0..2"), (Texts{"solid", "slip", "periodic"}));
    EXPECT_EQ(
        refusal({"walls=slip,slop"}),
        "cannot use axis 'walls=slip,slop': 'slop' is not one of solid, slip, periodic; did you "
        "mean 'slip'?");
    EXPECT_EQ(refusal({"walls=slip,1"}),
              "cannot use axis 'walls=slip,1': the value slip appears twice");
}

TEST_F(Axes, RangesHaveBothEnds) {
    EXPECT_EQ(values("feed=0.02..0.06/5"), (Texts{"0.02", "0.03", "0.04", "0.05", "0.06"}));
    EXPECT_EQ(values("rate=0.1..0.7/7"), (Texts{"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"}));
    EXPECT_EQ(values("rate=1..2/4"), (Texts{"1", "1.33333333333333", "1.66666666666667", "2"}));
    EXPECT_EQ(values("count=1..10/4"), (Texts{"1", "4", "7", "10"}));
    EXPECT_EQ(values("count=64..100/3"), (Texts{"64", "82", "100"}));
    EXPECT_EQ(values("free=-2..2/3"), (Texts{"-2", "0", "2"}));
}

TEST_F(Axes, LogarithmicRangesMultiply) {
    EXPECT_EQ(values("rate=1e-3..1e3/7log"),
              (Texts{"0.001", "0.01", "0.1", "1", "10", "100", "1000"}));
    EXPECT_EQ(values("count=1..512/10log"),
              (Texts{"1", "2", "4", "8", "16", "32", "64", "128", "256", "512"}));
}

TEST_F(Axes, IntegerRangesHaveEachValue) {
    EXPECT_EQ(values("seed=1..4"), (Texts{"1", "2", "3", "4"}));
    EXPECT_EQ(values("count=7..9"), (Texts{"7", "8", "9"}));
    EXPECT_EQ(values("Params.speed=0..2"), (Texts{"0", "1", "2"}));
    EXPECT_EQ(values("seed=0..0.9e1/4"), (Texts{"0", "3", "6", "9"}));
    EXPECT_EQ(values("dt=0.001,0.01"), (Texts{"0.001", "0.01"}));
}

TEST_F(Axes, AreNamedAndLabeled) {
    const auto all = axes({"feed=0.01,0.02", "Other.speed=1,2", "seed=1..2"});
    EXPECT_EQ(all[0].label, "Feed");
    EXPECT_EQ(all[0].unit, "1/s");
    EXPECT_EQ(all[1].name, "Other.speed");
    EXPECT_EQ(all[1].label, "Other speed");
    EXPECT_EQ(all[2].label, "seed");
}

TEST_F(Axes, RandomValuesAreReproducible) {
    const Texts once = values("rate=0.01..100~1000");
    ASSERT_EQ(once.size(), 1000u);
    EXPECT_EQ(once, values("rate=0.01..100~1000"));
    EXPECT_NE(once, values("rate=0.01..100~1000", {.seed = 2}));
    double sum = 0;
    for (const std::string& value : once) {
        EXPECT_GE(std::stod(value), 0.01);
        EXPECT_LE(std::stod(value), 100);
        sum += std::stod(value);
    }
    EXPECT_NEAR(sum / 1000, 50, 4);  // four standard deviations of 100 / sqrt(12 * 1000)
    // About half of the values are below 1, the geometric mean of the ends of the range.
    const Texts logarithmic = values("rate=0.01..100~1000log");
    const auto below = std::ranges::count_if(
        logarithmic, [](const std::string& value) { return std::stod(value) < 1; });
    EXPECT_NEAR(static_cast<double>(below), 500, 63);  // four standard deviations of sqrt(1000) / 2
}

TEST_F(Axes, RandomIntegersAreEquallyLikely) {
    std::vector<int> counts(4);
    for (const std::string& value : values("count=1..4~4000"))
        ++counts.at(static_cast<std::size_t>(std::stoi(value) - 1));
    for (const int count : counts) EXPECT_NEAR(count, 1000, 110);  // four standard deviations
}

TEST_F(Axes, SplitMixMatchesKnownValues) {
    // The generator's first outputs for the seed 1234567, from its authors' C code.
    detail::Uniform uniform(1234567);
    EXPECT_EQ(uniform.bits(), 6457827717110365317u);
    EXPECT_EQ(uniform.bits(), 3203168211198807973u);
    EXPECT_EQ(uniform.bits(), 9817491932198370423u);
}

TEST_F(Axes, LatinHypercubesHaveOneValuePerInterval) {
    const auto all =
        axes({"feed=0..0.1", "rate=0.01..100/log", "seed=1..3"}, {.samples = 40, .is_latin = true});
    EXPECT_TRUE(all[0].is_sampled);
    EXPECT_TRUE(all[1].is_sampled);
    EXPECT_FALSE(all[2].is_sampled);
    std::set<int> parts_of_feed, parts_of_rate;
    for (std::size_t i = 0; i < 40; ++i) {
        parts_of_feed.insert(static_cast<int>(std::stod(all[0].values.at(i)) * 400));
        parts_of_rate.insert(
            static_cast<int>((std::log10(std::stod(all[1].values.at(i))) + 2) * 10));
    }
    EXPECT_EQ(parts_of_feed.size(), 40u);
    EXPECT_EQ(parts_of_rate.size(), 40u);
    const Cases cases = cases_of(all);
    EXPECT_EQ(cases.size(), 120u);  // number of samples times number of seeds
}

TEST_F(Axes, SamplesChangeTogether) {
    const Cases cases =
        cases_of(axes({"wet=false,true", "feed=0..0.1", "count=1..9"}, {.samples = 5}));
    ASSERT_EQ(cases.size(), 10u);
    for (std::size_t i = 0; i < 10; ++i)
        EXPECT_EQ(cases.indices(i), (std::vector<std::size_t>{i / 5, i % 5, i % 5}));
}

TEST_F(Axes, TheFirstChangesSlowest) {
    const Cases cases = cases_of(axes({"feed=0.01,0.02", "count=7", "seed=1..3"}));
    ASSERT_EQ(cases.size(), 6u);
    EXPECT_EQ(cases.values(0), (Texts{"0.01", "7", "1"}));
    EXPECT_EQ(cases.values(2), (Texts{"0.01", "7", "3"}));
    EXPECT_EQ(cases.values(3), (Texts{"0.02", "7", "1"}));
    EXPECT_EQ(cases.values(5), (Texts{"0.02", "7", "3"}));
    EXPECT_EQ(cases.caption(4), "feed=0.02 seed=2");
}

TEST_F(Axes, ReportErrors) {
    const std::vector<std::pair<Texts, std::string>> all{
        {{"feed"}, "cannot use axis 'feed': an axis must have the form NAME=VALUES"},
        {{"=1,2"}, "cannot use axis '=1,2': an axis must have the form NAME=VALUES"},
        {{"feed="}, "cannot use axis 'feed=': the values are missing"},
        {{"feed=1,,2"}, "cannot use axis 'feed=1,,2': a value is missing between commas"},
        {{"feed=0.1,"}, "cannot use axis 'feed=0.1,': a value is missing between commas"},
        {{"feed=low..0.1/3"}, "cannot use axis 'feed=low..0.1/3': 'low' is not a number"},
        {{"feed=0..high/3"}, "cannot use axis 'feed=0..high/3': 'high' is not a number"},
        {{"feed=0..inf/3"}, "cannot use axis 'feed=0..inf/3': 'inf' is not a number"},
        {{"feed=..0.1/3"}, "cannot use axis 'feed=..0.1/3': '' is not a number"},
        {{"feed=0.1../3"}, "cannot use axis 'feed=0.1../3': '' is not a number"},
        {{"feed=0..0.1/"}, "cannot use axis 'feed=0..0.1/': '' is not a valid number of values"},
        {{"feed=0..0.1/x"}, "cannot use axis 'feed=0..0.1/x': 'x' is not a valid number of values"},
        {{"feed=0..0.1/-3"},
         "cannot use axis 'feed=0..0.1/-3': '-3' is not a valid number of values"},
        {{"feed=0..0.1/2.5"},
         "cannot use axis 'feed=0..0.1/2.5': '2.5' is not a valid number of values"},
        {{"feed=0..0.1/1"},
         "cannot use axis 'feed=0..0.1/1': a range includes both ends and needs at least 2 values"},
        {{"feed=0..0.1/0"},
         "cannot use axis 'feed=0..0.1/0': a range includes both ends and needs at least 2 values"},
        {{"feed=0..0.1~0"},
         "cannot use axis 'feed=0..0.1~0': the number of values must be at least 1"},
        {{"feed=0..0.1~"}, "cannot use axis 'feed=0..0.1~': '' is not a valid number of values"},
        {{"feed=0..0.1/2000000"},
         "cannot use axis 'feed=0..0.1/2000000': an axis can have at most 1000000 values, not "
         "2000000"},
        {{"feed=0.1..0/3"},
         "cannot use axis 'feed=0.1..0/3': the lower end of the range must come first"},
        {{"feed=0.1..0.1/3"},
         "cannot use axis 'feed=0.1..0.1/3': the lower end of the range must come first"},
        {{"feed=0..0.1/3log"},
         "cannot use axis 'feed=0..0.1/3log': a logarithmic range must be above 0"},
        {{"feed=0.02..0.06"},
         "cannot use axis 'feed=0.02..0.06': the number of values is missing. Write "
         "feed=0.02..0.06/5 for "
         "five values, or add --samples 20"},
        {{"fede=0.01"},
         "cannot use axis 'fede=0.01': parameter 'fede' not found; did you mean 'feed'?"},
        {{"sed=1..8"},
         "cannot use axis 'sed=1..8': parameter 'sed' not found; did you mean 'seed'?"},
        {{"Parms.feed=0.01"},
         "cannot use axis 'Parms.feed=0.01': parameter 'Parms.feed' not found; did "
         "you mean 'Params.feed', 'Params.speed' or 'Params.free'?"},
        {{"speed=1,2"},
         "cannot use axis 'speed=1,2': several parameters are named 'speed'. Use one of these "
         "names: Params.speed, Other.speed"},
        {{"feed=0.02..0.6/3"}, "cannot use axis 'feed=0.02..0.6/3': 0.31 is outside 0..0.1 1/s"},
        {{"feed=0.5"}, "cannot use axis 'feed=0.5': 0.5 is outside 0..0.1 1/s"},
        {{"feed=x"}, "cannot use axis 'feed=x': 'x' is not a number"},
        {{"count=1.5"}, "cannot use axis 'count=1.5': '1.5' is not a whole number"},
        {{"count=1..3/9"}, "cannot use axis 'count=1..3/9': the value 1 appears twice"},
        {{"feed=0.01,0.010"}, "cannot use axis 'feed=0.01,0.010': the value 0.01 appears twice"},
        {{"level=0..300/4"}, "cannot use axis 'level=0..300/4': 300 is outside 0..255"},
        {{"wet=maybe"}, "cannot use axis 'wet=maybe': 'maybe' is neither true nor false"},
        {{"wet=0..1"},
         "cannot use axis 'wet=0..1': parameter 'wet' is a bool. List its values, as in "
         "wet=false,true"},
        {{"tint=0..1/3"},
         "cannot use axis 'tint=0..1/3': parameter 'tint' has 3 components. List its values, as in "
         "tint=1,0,0:0,1,0"},
        {{"tint=1,0:0,1,0"},
         "cannot use axis 'tint=1,0:0,1,0': expected 3 values, found 2 in '1,0'"},
        {{"seed=-1"}, "cannot use axis 'seed=-1': '-1' is not a whole number from 0 to 4294967295"},
        {{"seed=1.5"},
         "cannot use axis 'seed=1.5': '1.5' is not a whole number from 0 to 4294967295"},
        {{"seed=0..4294967296/2"},
         "cannot use axis 'seed=0..4294967296/2': '4294967296' is not a whole number from 0 to "
         "4294967295"},
        {{"dt=0"}, "cannot use axis 'dt=0': '0' is not a number above 0"},
        {{"dt=x"}, "cannot use axis 'dt=x': 'x' is not a number above 0"},
        {{"feed=0.01", "feed=0.02"},
         "cannot use axis 'feed=0.02': the sweep already has an axis 'feed'"},
        {{"feed=0.01", "Params.feed=0.02"},
         "cannot use axis 'Params.feed=0.02': the sweep already has an axis 'feed'"},
        {{"seed=0..1000000"},
         "cannot use axis 'seed=0..1000000': an axis can have at most 1000000 values"},
        {{"seed=1..2000", "count=1..1000"},
         "cannot run the sweep: the sweep has 2000000 cases, but the maximum is 1000000"},
        {{}, "cannot run the sweep: the sweep has no axis. Add an axis, such as feed=0.02..0.06/9"},
    };
    for (const auto& [texts, message] : all) EXPECT_EQ(refusal(texts), message);
    EXPECT_EQ(refusal({"feed=0.01"}, {.samples = 3}),
              "cannot use --samples: every axis has fixed values. To sample an axis, write its "
              "range without a number of values");
    EXPECT_EQ(refusal({"seed=1..3"}, {.samples = 3}),
              "cannot use --samples: every axis has fixed values. To sample an axis, write its "
              "range without a number of values");
}

}  // namespace
}  // namespace glint::studio
