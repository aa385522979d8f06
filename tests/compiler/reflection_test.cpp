// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/reflection.hpp>

#include <gtest/gtest.h>

#include <base/scratch.hpp>

namespace glint::compiler {
namespace {

using test::expect_error;

ParameterSet reflect(const std::string& members) {
    return reflect_parameters("a.cu", "struct Params {\n" + members + "\n};\n", "Params");
}

/// The first parameter of a struct that has these members.
Parameter first(const std::string& members) { return reflect(members).list()[0]; }

TEST(Reflection, ReadsEveryTypeWithItsInitialValue) {
    const ParameterSet set = reflect(R"(
        float a = 0.5f;
        double b = -1e-3;
        int c = -7;
        unsigned int d = 4000000000u;
        unsigned e = 3;
        bool f = true;
        float2 g = {1.0f, 2.0f};
        float3 h = {1.f, .5f, -3};
        float4 i{1, 2, 3, 4};)");
    const std::vector<ScalarType> types{ScalarType::f32, ScalarType::f64, ScalarType::i32,
                                        ScalarType::u32, ScalarType::u32, ScalarType::boolean,
                                        ScalarType::f32, ScalarType::f32, ScalarType::f32};
    ASSERT_EQ(set.list().size(), types.size());
    for (std::size_t i = 0; i < types.size(); ++i)
        EXPECT_EQ(set.list()[i].type, types[i]) << set.list()[i].name;
    EXPECT_EQ(set.get("a"), 0.5);
    EXPECT_EQ(set.get("b"), -1e-3);
    EXPECT_EQ(set.get("c"), -7);
    EXPECT_EQ(set.get("d"), 4e9);
    EXPECT_EQ(set.get("f"), 1);
    EXPECT_EQ(set.text("g"), "1,2");
    EXPECT_EQ(set.text("h"), "1,0.5,-3");
    EXPECT_EQ(set.text("i"), "1,2,3,4");
    EXPECT_EQ(set.struct_name(), "Params");
}

TEST(Reflection, SupportsLongLines) {
    const std::string label(300'000, 'a');
    EXPECT_EQ(first("float a = 1; //@ 0..1 \"" + label + '"').annotation->label, label);
    const std::string comment = "//" + std::string(300'000, ' ') + "\n";
    EXPECT_EQ(reflect_parameters("a.cu", comment + "struct P {\n};\n", "P").list().size(), 0u);
}

/// A chain of `depth` structs. Each has `times` members of the previous struct's type.
std::string structs_in_structs(int depth, int times) {
    std::string text = "struct S1 {\n    float x = 0;\n};\n";
    for (int i = 2; i <= depth; ++i) {
        text += "struct S" + std::to_string(i) + " {\n";
        for (int member = 0; member < times; ++member)
            text += "    S" + std::to_string(i - 1) + " m" + std::to_string(member) + ";\n";
        text += "};\n";
    }
    return text;
}

TEST(Reflection, NestedStructsHaveALimit) {
    EXPECT_EQ(reflect_parameters("a.cu", structs_in_structs(32, 1), "S32").list().size(), 1u);
    expect_error(ErrorCode::bad_input, "line 5: structs are nested more than 32 levels deep",
                 [] { reflect_parameters("a.cu", structs_in_structs(33, 1), "S33"); });
    EXPECT_EQ(reflect_parameters("a.cu", structs_in_structs(11, 2), "S11").list().size(), 1024u);
    expect_error(ErrorCode::bad_input,
                 "line 2: the parameter structs have more than 10000 members in total",
                 [] { reflect_parameters("a.cu", structs_in_structs(30, 2), "S30"); });
}

TEST(Reflection, ReadsIntegersOfEverySize) {
    const ParameterSet set = reflect(R"(
        char a = -128;
        unsigned char b = 255;
        int16_t c = -32768;
        unsigned short d = 65535;
        unsigned   long long e = 9007199254740992;
        long long f = -9007199254740992;
        size_t g = 7;
        uint8_t h = 1;)");
    const std::vector<ScalarType> types{ScalarType::i8,  ScalarType::u8,  ScalarType::i16,
                                        ScalarType::u16, ScalarType::u64, ScalarType::i64,
                                        ScalarType::u64, ScalarType::u8};
    const std::vector<std::size_t> offsets{0, 1, 2, 4, 8, 16, 24, 32};
    const std::vector<double> values{
        -128, 255, -32768, 65535, 9007199254740992.0, -9007199254740992.0, 7, 1};
    ASSERT_EQ(set.list().size(), types.size());
    for (std::size_t i = 0; i < types.size(); ++i) {
        EXPECT_EQ(set.list()[i].type, types[i]) << i;
        EXPECT_EQ(set.list()[i].offset, offsets[i]) << i;
        EXPECT_EQ(set.get(set.list()[i].name), values[i]) << i;
    }
    EXPECT_EQ(set.bytes().size(), 40u);
    expect_error(ErrorCode::bad_input, "line 2: 256 is outside 0..255",
                 [] { reflect("unsigned char a = 256;"); });
    expect_error(ErrorCode::bad_input, "line 2: 1e+16 is outside 0..9007199254740992",
                 [] { reflect("size_t a = 10000000000000000;"); });
}

TEST(Reflection, ReadsArraysOfUpToFourElements) {
    ParameterSet set = reflect(R"(
        char a[3] = {1, 2, 3};
        int taps[4] = {1, -2};  //@ -9..9 "Taps"
        double b[1]{0.5};
        bool flags[2] = {true};)");
    EXPECT_EQ(set.text("a"), "1,2,3");
    EXPECT_EQ(set.text("taps"), "1,-2,0,0");
    EXPECT_EQ(set.text("flags"), "true,false");
    EXPECT_EQ(set.find("taps").offset, 4u);
    EXPECT_EQ(set.find("b").offset, 24u);
    EXPECT_EQ(set.bytes().size(), 40u);
    set.set("taps", 9, 3);
    EXPECT_EQ(set.text("taps"), "1,-2,0,9");
    EXPECT_THROW(set.set("taps", 10, 3), Error);
    for (const char* wrong : {"int a[0];", "int a[5];", "int a[n];", "float2 a[2];"})
        EXPECT_THROW(reflect(wrong), Error) << wrong;
}

TEST(Reflection, MissingInitialValuesAreZero) {
    const ParameterSet set = reflect("float a;\nfloat3 b = {};\nfloat2 c{};\nfloat4 d = {1.0f};");
    EXPECT_EQ(set.text("a"), "0");
    EXPECT_EQ(set.text("b"), "0,0,0");
    EXPECT_EQ(set.text("c"), "0,0");
    EXPECT_EQ(set.text("d"), "1,0,0,0");
}

TEST(Reflection, ReadsCompleteAnnotations) {
    const Parameter drag =
        first(R"(float drag = 0.4f;  //@ 0.01..4 log 1/s "Drag": slows each particle)");
    ASSERT_TRUE(drag.annotation);
    EXPECT_EQ(drag.name, "drag");
    EXPECT_EQ(drag.annotation->minimum, 0.01);
    EXPECT_EQ(drag.annotation->maximum, 4);
    EXPECT_TRUE(drag.annotation->logarithmic);
    EXPECT_EQ(drag.annotation->unit, "1/s");
    EXPECT_EQ(drag.annotation->label, "Drag");
    EXPECT_EQ(drag.annotation->help, "slows each particle");
}

TEST(Reflection, PartsOfAnAnnotationMayBeMissing) {
    const Parameter plain = first("float a = 0; //@ -1..1 \"A b\"");
    EXPECT_EQ(plain.annotation->minimum, -1);
    EXPECT_EQ(plain.annotation->unit, "");
    EXPECT_EQ(plain.annotation->help, "");
    EXPECT_FALSE(plain.annotation->logarithmic);
    EXPECT_EQ(first("float a = 1; //@0.5..0.5e1 m \"A\"").annotation->maximum, 5.0);
    EXPECT_EQ(first("float a = 1; //@ 0..2 cells per step \"A\"").annotation->unit,
              "cells per step");
    EXPECT_TRUE(first("float a = 1; //@ 1..2 log \"A\"").annotation->logarithmic);
    EXPECT_EQ(first("bool a = true; //@ \"Frozen\": stops").annotation->help, "stops");
    EXPECT_EQ(first("bool a = true; //@ \"Frozen\"").annotation->maximum, 1);
    EXPECT_FALSE(first("int a = 3; // set by code alone").annotation);
}

TEST(Reflection, IgnoresCommentsEmptyLinesAndOtherCode) {
    const std::string source =
        "#include <x.cuh>\n\nstruct Other {\n    char* p;\n};\n"
        "struct Params{  // the knobs\r\n"
        "\r\n    // a comment; with float x;\r\n"
        "    float a = 1.0f;\r\n"
        "};\r\n__global__ void f(Params p) {}\n";
    const ParameterSet set = reflect_parameters("a.cu", source, "Params");
    ASSERT_EQ(set.list().size(), 1u);
    EXPECT_EQ(set.list()[0].name, "a");
    EXPECT_EQ(set.bytes().size(), 4u);
}

TEST(Reflection, LayoutMatchesC) {
    const ParameterSet set = reflect(
        "bool a;\nfloat3 b;\nbool c;\nfloat2 d;\ndouble e;\nint f;\n"
        "float4 g;\nbool h;");
    const std::vector<std::size_t> offsets{0, 4, 16, 24, 32, 40, 48, 64};
    for (std::size_t i = 0; i < offsets.size(); ++i)
        EXPECT_EQ(set.list()[i].offset, offsets[i]) << set.list()[i].name;
    EXPECT_EQ(set.bytes().size(), 80u);
    EXPECT_EQ(reflect("float3 a;\nbool b;").bytes().size(), 16u);
    EXPECT_EQ(reflect("bool a;").bytes().size(), 1u);
}

TEST(Reflection, MissingStructsAreNamed) {
    expect_error(ErrorCode::not_found, "`struct Params {` not found",
                 [] { (void)reflect_parameters("a.cu", "struct Param {\n};\n", "Params"); });
}

TEST(Reflection, UnterminatedStructsAreRefused) {
    expect_error(ErrorCode::bad_input, "line 1: the `};` of struct `P` is missing",
                 [] { (void)reflect_parameters("a.cu", "struct P {\n    int a;", "P"); });
}

TEST(Reflection, ErrorsNameTheStructAndTheSource) {
    try {
        (void)reflect("string a;");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(
            error.what(),
            "cannot read parameters 'Params' of a.cu: line 2: a parameter cannot have the type "
            "`string`. Use float, double, half, bfloat16, bool, an integer of 8 to 64 bits, a "
            "vector of 2 to 4 of these such as float3, an enum with plain values, or a struct of "
            "these types. Define enums and structs above the parameters");
    }
}

TEST(Reflection, StructsMayHaveOneLineAndSharedDeclarations) {
    const ParameterSet set = reflect_parameters(
        "a.cu", "struct P { float a = 1, b[2] = {2, 3}, c; int d = 4; };  //@ 0..9 \"D\"\n", "P");
    ASSERT_EQ(set.list().size(), 4u);
    EXPECT_EQ(set.get("a"), 1);
    EXPECT_EQ(set.text("b"), "2,3");
    EXPECT_EQ(set.get("c"), 0);
    EXPECT_FALSE(set.list()[2].annotation);
    EXPECT_EQ(set.list()[3].annotation->label, "D");
    EXPECT_EQ(set.bytes().size(), 20u);
    const ParameterSet wide = reflect("float3 a = {1,\n 2,\n 3};\nfloat b = 1,\n c = 2;");
    EXPECT_EQ(wide.text("a"), "1,2,3");
    EXPECT_EQ(wide.get("c"), 2);
}

TEST(Reflection, SeveralMembersShareAnAnnotation) {
    const ParameterSet set = reflect("float low = 0, high = 1;  //@ 0..2 m \"Limits\": of all");
    EXPECT_EQ(set.list()[0].annotation->label, "Limits: low");
    EXPECT_EQ(set.list()[1].annotation->label, "Limits: high");
    EXPECT_EQ(set.list()[1].annotation->help, "of all");
}

TEST(Reflection, ReadsVectorsOfEveryType) {
    const ParameterSet set = reflect(
        "double2 a = {1, 2};\ndouble3 b{1, 2, 3};\ndouble4 c;\nint2 d = make_int2(-1, 2);\n"
        "int3 e;\nuint4 f = uint4{1, 2, 3, 4};\nuchar4 g = {255, 0, 0, 0x80};\nshort2 h;\n"
        "longlong2 i = {1, -1};\nchar3 j;\nulonglong3 k;");
    const std::vector<std::size_t> offsets{0, 16, 48, 80, 88, 112, 128, 132, 144, 160, 168};
    for (std::size_t i = 0; i < offsets.size(); ++i)
        EXPECT_EQ(set.list()[i].offset, offsets[i]) << set.list()[i].name;
    EXPECT_EQ(set.text("b"), "1,2,3");
    EXPECT_EQ(set.text("d"), "-1,2");
    EXPECT_EQ(set.text("f"), "1,2,3,4");
    EXPECT_EQ(set.text("g"), "255,0,0,128");
    EXPECT_EQ(set.text("i"), "1,-1");
    EXPECT_EQ(set.bytes().size(), 192u);
}

TEST(Reflection, FollowsTypeAliases) {
    const ParameterSet set = reflect_parameters(
        "a.cu",
        "using Real = double;\ntypedef Real Number;\nstruct In {\n    Number x = 2;\n};\n"
        "using Other = In;\nstruct P {\n    std::uint16_t n = 7;\n    Other in;\n};\n",
        "P");
    EXPECT_EQ(set.list()[0].type, ScalarType::u16);
    EXPECT_EQ(set.list()[1].name, "in.x");
    EXPECT_EQ(set.list()[1].type, ScalarType::f64);
}

constexpr const char* kEnums = R"(
enum Walls { solid, slip = 4, periodic, };
enum class Scheme : unsigned char { upwind = 0x10, central = 1 << 2, same = central };
typedef enum { off, on } Switch;
struct P {
    Walls walls = slip;                //@ "Walls": what the flow meets
    Scheme scheme = Scheme::central;   //@ "Scheme"
    Switch lamp;
    enum Mode { slow = -1, fast };
    Mode mode = fast;
    Walls sides[2] = {periodic, solid};
};
)";

TEST(Reflection, EnumsAreChoices) {
    ParameterSet set = reflect_parameters("a.cu", kEnums, "P");
    ASSERT_EQ(set.list().size(), 5u);
    const Parameter& walls = set.list()[0];
    EXPECT_EQ(walls.type, ScalarType::i32);
    ASSERT_EQ(walls.choices.size(), 3u);
    EXPECT_EQ(walls.choices[2].name, "periodic");
    EXPECT_EQ(walls.choices[2].value, 5);
    EXPECT_EQ(walls.annotation->minimum, 0);
    EXPECT_EQ(walls.annotation->maximum, 5);
    EXPECT_EQ(set.list()[1].type, ScalarType::u8);
    EXPECT_EQ(set.get("scheme"), 4);
    EXPECT_EQ(set.text("lamp"), "off");
    EXPECT_EQ(set.text("mode"), "fast");
    EXPECT_EQ(set.get("mode"), 0);
    EXPECT_EQ(set.text("sides"), "periodic,solid");
    EXPECT_EQ(set.bytes().size(), 24u);
}

TEST(Reflection, ChoicesAreSetByNameAndNumber) {
    ParameterSet set = reflect_parameters("a.cu", kEnums, "P");
    set.set_text("walls", "periodic");
    EXPECT_EQ(set.get("walls"), 5);
    set.set_text("walls", "0");
    EXPECT_EQ(set.text("walls"), "solid");
    set.set_text("walls", "Walls::slip");
    set.set_text("sides", "slip, 5");
    EXPECT_EQ(set.text("sides"), "slip,periodic");
    expect_error(ErrorCode::invalid_argument,
                 "'slop' is not one of solid, slip, periodic; did you mean 'slip'?",
                 [&] { set.set_text("walls", "slop"); });
    expect_error(ErrorCode::invalid_argument, "2 is not one of solid, slip, periodic",
                 [&] { set.set("walls", 2); });
    EXPECT_EQ(set.text("walls"), "slip");
}

TEST(Reflection, ChoicesKeepTheirNameInANewVersion) {
    ParameterSet old = reflect_parameters("a.cu", kEnums, "P");
    old.set_text("walls", "periodic");
    old.set_text("mode", "slow");
    ParameterSet fresh =
        reflect_parameters("a.cu",
                           "enum Walls { periodic, open, solid };\nenum Mode { fast, slower };\n"
                           "struct P {\n    Walls walls = open;\n    Mode mode = slower;\n};\n",
                           "P");
    fresh.adopt_values(old);
    EXPECT_EQ(fresh.text("walls"), "periodic");
    EXPECT_EQ(fresh.get("walls"), 0);
    EXPECT_EQ(fresh.text("mode"), "slower");
}

struct Refusal {
    std::string member;
    std::string reason;
};

class ReflectionErrors : public testing::TestWithParam<Refusal> {};

TEST_P(ReflectionErrors, NameTheLine) {
    const auto& [member, reason] = GetParam();
    expect_error(ErrorCode::bad_input, "line 4: " + reason,
                 [&, &text = member] { (void)reflect("float ok = 1.0f;\n\n" + text); });
}

INSTANTIATE_TEST_SUITE_P(
    Members, ReflectionErrors,
    testing::Values(
        Refusal{"float a, 3;", "expected `TYPE NAME = VALUE;`, found `float a, 3;`"},
        Refusal{"float a = 1\nfloat b = 2;", "expected `TYPE NAME = VALUE;`, found `float a = 1`"},
        Refusal{"#ifdef X\nfloat a;\n#endif", "parameters cannot depend on `#ifdef X`"},
        Refusal{"float a = 1; //@ 0..2 logg \"A\"", "unknown word 'logg'; did you mean 'log'?"},
        Refusal{
            "float a = 1; //@ 0..2 m wide \"A\"",
            "'m wide' is not a unit: 'wide' cannot follow 'm'. Join units by `*`, `/` or `per`"},
        Refusal{"float a[3][2];", "expected `TYPE NAME = VALUE;`, found `float a[3][2];`"},
        Refusal{"float a = 1.0f", "expected `TYPE NAME = VALUE;`, found `float a = 1.0f`"},
        Refusal{"int f() const;", "expected `TYPE NAME = VALUE;`, found `int f() const;`"},
        Refusal{"float a = kPi;", "the initial value `kPi` is not a plain number"},
        Refusal{"float a = 1 + 1;", "the initial value `1 + 1` is not a plain number"},
        Refusal{"float2 a = {1, 2, 3};", "3 values cannot initialize 2 components"},
        Refusal{"int a = 1.5;", "'1.5' is not a whole number"},
        Refusal{"unsigned a = -1;", "-1 is outside 0..4294967295"},
        Refusal{"bool a = 2;", "'2' is neither true nor false"},
        Refusal{"float a = 1; //@ \"A\"", "`a` needs a range, as in `//@ MIN..MAX \"LABEL\"`"},
        Refusal{"float a = 1; //@ 0..2 A",
                "expected `//@ MIN..MAX [log] [UNIT] \"LABEL\"`, found `//@ 0..2 A`"},
        Refusal{"float a = 1; //@ 0..2 \"\"",
                "expected `//@ MIN..MAX [log] [UNIT] \"LABEL\"`, found `//@ 0..2 \"\"`"},
        Refusal{"float a = 1; //@ 2..0 \"A\"",
                "the range 2..0 is empty. Write the lower limit first"},
        Refusal{"float a = 1; //@ x..2 \"A\"", "the range limit `x` is not a plain number"},
        Refusal{"float a = 1; //@ 0...5 \"A\"",
                "the range `0...5` has three dots. Write two dots, as in `0..5`"},
        Refusal{"float a = 5; //@ --5..6 \"A\"", "the range limit `--5` is not a plain number"},
        Refusal{"float a = 1; //@ 0..2ff \"A\"", "the range limit `2ff` is not a plain number"},
        Refusal{"float a = 1; //@ 0..infinity \"A\"",
                "the range limit `infinity` is not a plain number"},
        Refusal{"int a = 1; //@ 0.5..2 \"A\"",
                "the range 0.5..2 does not fit the type: '0.5' is not a whole number"},
        Refusal{"unsigned char a = 1; //@ 0..300 \"A\"",
                "the range 0..300 does not fit the type: 300 is outside 0..255"},
        Refusal{"float a = 1; //@ 0..2 log \"A\"", "the range of a log scale must start above 0"},
        Refusal{"float a = 3; //@ 0..2 \"A\"", "the initial value 3 is outside 0..2"},
        Refusal{"float2 a = {1, -1}; //@ 0..2 \"A\"", "the initial value -1 is outside 0..2"}));

}  // namespace
}  // namespace glint::compiler
