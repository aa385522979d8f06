// SPDX-License-Identifier: MIT
#include <glint/base/parameters.hpp>

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "scratch.hpp"

namespace glint {
namespace {

using test::expect_error;

/// A parameter struct, as a kernel's source would declare it.
struct Flow {
    float drag;
    std::int32_t steps;
    double mass;
    float wind[3];
    std::uint32_t seed;
    bool periodic;
};

Parameter::Annotation range(double minimum, double maximum, std::string unit = "") {
    return {
        .minimum = minimum, .maximum = maximum, .unit = std::move(unit), .label = {}, .help = {}};
}

std::vector<Parameter> flow_parameters() {
    return {
        {"drag", ScalarType::f32, 1, offsetof(Flow, drag), {0.1}, range(0, 5, "1/s")},
        {"steps", ScalarType::i32, 1, offsetof(Flow, steps), {10}, range(-1, 100)},
        {"mass", ScalarType::f64, 1, offsetof(Flow, mass), {1e-30}, {}},
        {"wind", ScalarType::f32, 3, offsetof(Flow, wind), {1, 2, 3}, range(-4, 4, "m/s")},
        {"seed", ScalarType::u32, 1, offsetof(Flow, seed), {7}, {}},
        {"periodic", ScalarType::boolean, 1, offsetof(Flow, periodic), {1}, {}},
    };
}

ParameterSet flow() { return {"Flow", flow_parameters(), sizeof(Flow)}; }

Flow as_struct(const ParameterSet& set) {
    Flow values;
    std::memcpy(&values, set.bytes().data(), sizeof(values));
    return values;
}

TEST(Parameters, BytesMatchTheStruct) {
    ParameterSet set = flow();
    ASSERT_EQ(set.bytes().size(), sizeof(Flow));
    set.set("wind", -3.5, 2);
    const Flow values = as_struct(set);
    EXPECT_EQ(values.drag, 0.1f);
    EXPECT_EQ(values.steps, 10);
    EXPECT_EQ(values.mass, 1e-30);
    EXPECT_EQ(values.wind[0], 1.0f);
    EXPECT_EQ(values.wind[2], -3.5f);
    EXPECT_EQ(values.seed, 7u);
    EXPECT_TRUE(values.periodic);
}

TEST(Parameters, SetTextParsesTheOutputOfText) {
    const std::pair<const char*, const char*> cases[] = {
        {"drag", "0.1"},        {"drag", "2.5e-08"},   {"steps", "-1"},       {"mass", "1e+300"},
        {"seed", "4294967295"}, {"periodic", "false"}, {"wind", "-1,0.25,4"},
    };
    for (const auto& [name, text] : cases) {
        ParameterSet set = flow();
        set.set_text(name, text);
        EXPECT_EQ(set.text(name), text);
    }
}

TEST(Parameters, NarrowFloatsPrintDistinguishingDigits) {
    Parameter half;
    half.name = "half";
    half.type = ScalarType::f16;
    Parameter brain = half;
    brain.name = "brain";
    brain.type = ScalarType::bf16;
    brain.offset = 2;
    ParameterSet set("Narrow", {half, brain}, 4);
    for (const char* text : {"0.1", "0.25", "0.3333", "-1.234", "6.104e-05", "2047"}) {
        set.set_text("half", text);
        EXPECT_DOUBLE_EQ(std::stod(set.text("half")), std::stod(text)) << text;
    }
    for (const char* text : {"0.1", "0.334", "-1.23", "256"}) {
        set.set_text("brain", text);
        EXPECT_DOUBLE_EQ(std::stod(set.text("brain")), std::stod(text)) << text;
    }
}

TEST(Parameters, SetTextAcceptsSpacesAndBooleanSpellings) {
    ParameterSet set = flow();
    set.set_text("wind", " 1, +2 ,3e0");
    EXPECT_EQ(set.text("wind"), "1,2,3");
    for (const char* yes : {"true", "1", "on", "True"}) {
        set.set("periodic", 0);
        set.set_text("periodic", yes);
        EXPECT_EQ(set.get("periodic"), 1) << yes;
    }
}

/// Expects the text to be refused, and the old value to be kept.
void expect_text_refused(std::string_view name, std::string_view text, std::string_view reason) {
    ParameterSet set = flow();
    expect_error(ErrorCode::invalid_argument, reason, [&] { set.set_text(name, text); });
    EXPECT_EQ(set.text(name), flow().text(name));
}

TEST(Parameters, RefusedTextGivesAReason) {
    const std::array<const char*, 3> cases[] = {
        {"drag", "7", "7 is outside 0..5 1/s"},
        {"drag", "nan", "'nan' is not a finite number"},
        {"drag", "fast", "'fast' is not a number"},
        {"drag", "1,2", "expected 1 value, found 2 in '1,2'"},
        {"drag", "", "'' is not a number"},
        {"steps", "1.5", "'1.5' is not a whole number"},
        {"steps", "101", "101 is outside -1..100"},
        {"mass", "inf", "'inf' is not a finite number"},
        {"seed", "-1", "-1 is outside 0..4294967295"},
        {"seed", "4294967296", "4294967296 is outside 0..4294967295"},
        {"periodic", "maybe", "'maybe' is neither true nor false"},
        {"wind", "1,2", "expected 3 values, found 2 in '1,2'"},
        {"wind", "1,2,9", "9 is outside -4..4 m/s"},
    };
    for (const auto& [name, text, reason] : cases) {
        expect_text_refused(name, text, reason);
    }
}

TEST(Parameters, SetAndSetTextRefuseTheSameValues) {
    ParameterSet set = flow();
    const auto refuse = [&](const char* name, double value, const char* reason) {
        expect_error(ErrorCode::invalid_argument, reason, [&] { set.set(name, value); });
    };
    refuse("steps", 1.5, "'1.5' is not a whole number");
    refuse("periodic", 2, "'2' is neither true nor false");
    refuse("drag", -std::numeric_limits<double>::infinity(), "'-inf' is not a finite number");
    expect_error(ErrorCode::invalid_argument,
                 "component 3 is out of range, because the parameter has 3 components",
                 [&] { set.set("wind", 0, 3); });
    EXPECT_EQ(set.get("steps"), 10);
}

TEST(Parameters, FloatsOutOfRangeAreRefused) {
    ParameterSet set("P", {{"x", ScalarType::f32, 1, 0, {}, {}}}, 4);
    constexpr float greatest = std::numeric_limits<float>::max();
    set.set("x", greatest);
    set.set_text("x", set.text("x"));
    EXPECT_EQ(set.get("x"), greatest);
    expect_error(ErrorCode::invalid_argument,
                 "1e+39 is outside -3.4028234663852886e+38..3.4028234663852886e+38",
                 [&] { set.set("x", 1e39); });
}

TEST(Parameters, AFloatMayEqualItsMaximum) {
    // The float nearest to 0.1 is greater than 0.1.
    ParameterSet set("P", {{"x", ScalarType::f32, 1, 0, {}, range(0, 0.1)}}, 4);
    set.set("x", 0.1);
    EXPECT_GT(set.get("x"), 0.1);
    set.set("x", set.get("x"));
    EXPECT_EQ(set.text("x"), "0.1");
}

TEST(Parameters, UnknownNamesGetSuggestions) {
    ParameterSet set = flow();
    try {
        set.set_text("drga", "1");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_found);
        EXPECT_STREQ(error.what(),
                     "cannot set parameter 'drga': parameter not found; did you mean 'drag'?");
    }
    expect_error(ErrorCode::not_found,
                 "parameter not found; available: drag, steps, mass, wind, seed, periodic",
                 [&] { (void)set.find("viscosity"); });
    EXPECT_EQ(set.find("seed").offset, offsetof(Flow, seed));
}

TEST(Parameters, TrackAccessByName) {
    ParameterSet set = flow();
    for (const Parameter& parameter : set.list()) {
        set.set_text(parameter, set.text(parameter));
        set.set(parameter, set.get(parameter));
        EXPECT_FALSE(set.is_named(parameter.name)) << parameter.name;
    }
    (void)set.get("drag");
    set.set("steps", 3);
    set.set_text("seed", "4");
    (void)set.text("mass");
    (void)set.find("periodic");
    EXPECT_THROW((void)set.get("winds"), Error);
    ParameterSet later = flow();
    later.adopt_values(set);
    for (const char* name : {"drag", "steps", "seed", "mass", "periodic"}) {
        EXPECT_TRUE(set.is_named(name)) << name;
        EXPECT_TRUE(later.is_named(name)) << name;
    }
    EXPECT_FALSE(later.is_named("wind"));
    EXPECT_FALSE(later.is_named("winds"));
}

TEST(Parameters, ResetRestoresInitialValues) {
    ParameterSet set = flow();
    set.set("drag", 3);
    set.set_text("wind", "0,0,0");
    set.reset();
    EXPECT_EQ(set.text("drag"), "0.1");
    EXPECT_EQ(set.text("wind"), "1,2,3");
}

TEST(Parameters, AdoptKeepsValuesThatStillFit) {
    ParameterSet old = flow();
    old.set("drag", 4);
    old.set("steps", 50);
    old.set("seed", 99);
    old.set_text("wind", "3,3,3");

    ParameterSet fresh("Flow",
                       {{"steps", ScalarType::i32, 1, 0, {1}, range(0, 50)},
                        {"drag", ScalarType::f32, 1, 4, {1}, range(0, 2)},  // range shrank
                        {"seed", ScalarType::i32, 1, 8, {2}, {}},           // type changed
                        {"wind", ScalarType::f32, 2, 12, {5, 6}, {}},       // lost a component
                        {"fresh", ScalarType::f64, 1, 24, {0.5}, {}}},
                       32);
    fresh.adopt_values(old);
    EXPECT_EQ(fresh.text("steps"), "50");
    EXPECT_EQ(fresh.text("drag"), "1");
    EXPECT_EQ(fresh.text("seed"), "2");
    EXPECT_EQ(fresh.text("wind"), "5,6");
    EXPECT_EQ(fresh.text("fresh"), "0.5");
}

TEST(Parameters, InvalidLayoutsAreRefused) {
    const auto make = [](const Parameter& parameter, std::size_t size) {
        return [=] { ParameterSet("P", {parameter}, size); };
    };
    expect_error(ErrorCode::invalid_argument,
                 "8 bytes at offset 4 do not fit in a struct of 8 bytes",
                 make({"x", ScalarType::f64, 1, 4, {}, {}}, 8));
    expect_error(ErrorCode::invalid_argument,
                 "the parameter has 5 components, but must have 1 to 4",
                 make({"x", ScalarType::f32, 5, 0, {}, {}}, 64));
    expect_error(ErrorCode::invalid_argument, "'0.5' is not a whole number",
                 make({"x", ScalarType::i32, 1, 0, {0.5}, {}}, 4));
}

TEST(Parameters, AnEmptySetHasNoParameters) {
    const ParameterSet set;
    EXPECT_TRUE(set.list().empty());
    EXPECT_TRUE(set.bytes().empty());
    EXPECT_EQ(set.struct_name(), "");
}

}  // namespace
}  // namespace glint
