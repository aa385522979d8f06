// SPDX-License-Identifier: MIT
#include <glint/compiler/argument_list.hpp>

#include <gtest/gtest.h>

#include <base/scratch.hpp>

namespace glint::compiler {
namespace {

using test::expect_error;

KernelArgument only(std::string_view list) { return parse_arguments(list).at(0); }

TEST(ArgumentList, ReadsValuesAndPointers) {
    const auto found = parse_arguments("float a, float *x,const int* n");
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0], (KernelArgument{.type = "float", .name = "a"}));
    EXPECT_EQ(found[1], (KernelArgument{.type = "float", .name = "x", .is_pointer = true}));
    EXPECT_EQ(found[2],
              (KernelArgument{.type = "int", .name = "n", .is_pointer = true, .is_const = true}));
}

TEST(ArgumentList, BlankTextHasNoArguments) {
    EXPECT_TRUE(parse_arguments("").empty());
    EXPECT_TRUE(parse_arguments(" \n ").empty());
}

TEST(ArgumentList, TypesMayHaveSpacesNamespacesAndTemplates) {
    EXPECT_EQ(only("unsigned  long\tlong count").type, "unsigned long long");
    EXPECT_EQ(only("physics::Body* bodies").type, "physics::Body");
    EXPECT_EQ(only("const glint::complex<float>*z").type, "glint::complex<float>");
    EXPECT_EQ(parse_arguments("Grid<float, 4> g, Map<int, Pair<a, b>> *m").size(), 2u);
    EXPECT_EQ(only("struct Params p").type, "struct Params");
}

TEST(ArgumentList, ConstAndRestrictMayStandAnywhereLegal) {
    const KernelArgument expected{
        .type = "float", .name = "x", .is_pointer = true, .is_const = true, .is_restrict = true};
    for (const char* text : {"const float* __restrict__ x", "float const *__restrict x",
                             "const float* __restrict__ const x", "const float*restrict x",
                             "  const   float * const __restrict__  x "})
        EXPECT_EQ(only(text), expected) << text;
    EXPECT_EQ(only("constant x").type, "constant");
    EXPECT_EQ(only("float* const x"), (KernelArgument{"float", "x", true, false, false, false}));
    EXPECT_EQ(only("const int n").is_const, true);
    EXPECT_EQ(only("int const const n"), (KernelArgument{.type = "int", .name = "n"}));
    EXPECT_EQ(only("const const int n").type, "int");
    EXPECT_EQ(only("const int const const* const const x"),
              (KernelArgument{"int", "x", true, true, false}));
}

TEST(ArgumentList, ArraysMayBeRaw) {
    const KernelArgument raw = only("raw const float* __restrict__ x");
    EXPECT_EQ(raw, (KernelArgument{"float", "x", true, true, true, true}));
    EXPECT_EQ(to_string(raw), "raw const float* __restrict__ x");
    EXPECT_FALSE(only("rawness* x").is_raw);
    EXPECT_FALSE(only("const float* raw").is_raw);
    EXPECT_THROW(parse_arguments("raw float x"), Error);
}

TEST(ArgumentList, RoundTripsAsText) {
    for (const char* text :
         {"float a", "const int n", "float* x", "const unsigned int* __restrict__ y"}) {
        EXPECT_EQ(to_string(only(text)), text);
        EXPECT_EQ(only(to_string(only(text))), only(text));
    }
}

TEST(ArgumentList, InvalidArgumentsAreNamed) {
    const auto expect = [](const char* list, const char* reason) {
        expect_error(ErrorCode::bad_input, reason, [&] { (void)parse_arguments(list); });
    };
    expect("float a,", "the argument is empty");
    expect("float a,,int b", "the argument is empty");
    expect("float", "the argument has no name");
    expect("unsigned int", "the argument has no name");
    expect("float*", "the argument has no name");
    expect("float 2x", "the argument has no name");
    expect("x", "the argument has no type");
    expect("*x", "the argument has no type");
    expect("const x", "the argument has no type");
    expect("float& x", "kernels cannot take references");
    expect("float x[3]", "brackets are not supported. Write the array as a pointer");
    expect("float** x", "kernels cannot take pointers to pointers");
    expect("float __restrict__ x", "only a pointer can have the qualifier restrict");
    expect("void x", "a value cannot have the type void");
    expect("float a, int *a", "duplicate name 'a'");
    try {
        (void)parse_arguments("int n, float& sum");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.operation(), "read argument 'float& sum'");
    }
}

}  // namespace
}  // namespace glint::compiler
