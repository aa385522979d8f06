// SPDX-License-Identifier: MIT
// Nested structs in parameter structs, and 16-bit floats.
#include <gtest/gtest.h>

#include <glint/compiler/detail/reflection.hpp>
#include <glint/compiler/program.hpp>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

constexpr const char* kNestedStructs = R"(
#include <cuda_fp16.h>
#include <cuda_bf16.h>

struct Wind {
    bool on = true;
    float3 speed = {1.0f, 0.0f, -2.0f};  //@ -9..9 m/s "Speed": where it blows to
    __half gust = 0.1f;                  //@ 0..1 "Gusts"
};

struct Sky {
    Wind low;
    char layers = 3;
    Wind high{};
};

struct Params {
    double mass = 2.5;
    __nv_bfloat16 drag = 0.3f;  //@ 0..0.5 "Drag"
    Sky sky;
    __half2 spread = {0.5f, 6.0f};
};

extern "C" __global__ void read(Params p, double* out) {
    out[0] = p.mass;
    out[1] = __bfloat162float(p.drag);
    out[2] = p.sky.low.speed.z;
    out[3] = __half2float(p.sky.low.gust);
    out[4] = p.sky.layers;
    out[5] = p.sky.high.on;
    out[6] = p.sky.high.speed.x;
    out[7] = __half2float(p.sky.high.gust);
    out[8] = __half2float(p.spread.y);
    out[9] = sizeof(Params);
}
)";

ParameterSet reflected() {
    return compiler::reflect_parameters("sky.cu", kNestedStructs, "Params");
}

TEST(NestedParameters, HaveTheNamesOfTheirPaths) {
    const ParameterSet set = reflected();
    std::vector<std::string> names;
    for (const Parameter& parameter : set.list()) names.push_back(parameter.name);
    EXPECT_EQ(names, (std::vector<std::string>{"mass", "drag", "sky.low.on", "sky.low.speed",
                                               "sky.low.gust", "sky.layers", "sky.high.on",
                                               "sky.high.speed", "sky.high.gust", "spread"}));
}

TEST(NestedParameters, KeepRangeUnitHelpAndParent) {
    const Parameter speed = reflected().find("sky.high.speed");
    ASSERT_TRUE(speed.annotation);
    EXPECT_EQ(speed.annotation->label, "sky: high: Speed");
    EXPECT_EQ(speed.annotation->unit, "m/s");
    EXPECT_EQ(speed.annotation->help, "where it blows to");
    ParameterSet set = reflected();
    EXPECT_THROW(set.set("sky.high.speed", 10, 2), Error);
    set.set_text("sky.high.speed", "1,2,3");
    EXPECT_EQ(set.text("sky.low.speed"), "1,0,-2");
    EXPECT_EQ(set.text("sky.high.speed"), "1,2,3");
}

TEST(NestedParameters, InvalidNestingIsRefused) {
    const auto read = [](const std::string& members) {
        (void)compiler::reflect_parameters(
            "a.cu", "struct In {\n  float x;\n};\nstruct Params {\n" + members + "\n};\n",
            "Params");
    };
    for (const std::string members : {"In a = {1.0f};", "In a[2];"})
        expect_error(ErrorCode::bad_input,
                     "line 5: expected a nested struct as `TYPE NAME;` or `TYPE NAME{};`, found `" +
                         members + "`. Write initial values in the definition of the nested struct",
                     [&] { read(members); });
    const std::string late = "struct Params {\n  In a;\n};\nstruct In {\n  float x;\n};\n";
    expect_error(
        ErrorCode::bad_input,
        "line 2: a parameter cannot have the type `In`. Use float, double, half, bfloat16, bool, "
        "an integer of 8 to 64 bits, a vector of 2 to 4 of these such as float3, an enum with "
        "plain values, or a struct of these types. Define enums and structs above the parameters",
        [&] { (void)compiler::reflect_parameters("a.cu", late, "Params"); });
    const std::string wrong = "struct In {\n  string x;\n};\nstruct Params {\n  In a;\n};\n";
    EXPECT_THROW((void)compiler::reflect_parameters("a.cu", wrong, "Params"), Error);
}

TEST(NarrowParameters, AreRoundedToTheirType) {
    ParameterSet set = reflected();
    EXPECT_EQ(set.get("drag"), 0.30078125);
    EXPECT_EQ(set.text("drag"), "0.3");
    EXPECT_EQ(set.get("sky.low.gust"), 0.0999755859375);
    EXPECT_EQ(set.text("sky.low.gust"), "0.1");
    EXPECT_EQ(set.text("spread"), "0.5,6");
    set.set("spread", 65504, 0);
    expect_error(ErrorCode::invalid_argument, "65520 is outside -65504..65504",
                 [&] { set.set("spread", 65520, 0); });
    EXPECT_EQ(set.text("spread"), "65504,6");
    set.set("drag", 0.5);
    EXPECT_THROW(set.set("drag", 0.51), Error);
}

using NestedByValue = test::OnEachBackend;

TEST_P(NestedByValue, KernelsReadEachNestedMember) {
    Stream stream(open());
    Program program = Program::from_text(stream.device(), "sky.cu", kNestedStructs);
    ParameterSet set = program.parameters();
    set.set("sky.low.speed", 4, 2);
    set.set("sky.high.on", 0);
    set.set("sky.high.speed", -7.5, 0);
    set.set("sky.high.gust", 0.25);
    set.set("sky.layers", -5);
    set.set("drag", 0.125);
    DeviceMemory<double> out(stream.device(), 10);
    program.kernel<void(const ParameterSet&, double*)>("read").launch(stream, {}, set, out);
    EXPECT_EQ(to_vector(stream, out),
              (std::vector<double>{2.5, 0.125, 4, 0.0999755859375, -5, 0, -7.5, 0.25, 6,
                                   static_cast<double>(set.bytes().size())}));
}

INSTANTIATE_TEST_SUITE_P(Backends, NestedByValue, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
