// SPDX-License-Identifier: MIT
// Arguments that have the right size but the wrong type.
#include <glint/backend/detail/value_type.hpp>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>
#include <glint/driver/kernel.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using driver::describe;
using driver::KernelParameter;
using driver::spelled_type;
using driver::ValueKind;
using driver::ValueType;
using test::expect_error;

enum class Color : unsigned { red };
struct Vector {
    float x, y;
};

TEST(ValueType, OfHostTypes) {
    using detail::value_type;
    EXPECT_EQ(value_type<float>(), ValueType{.kind = ValueKind::floating});
    EXPECT_EQ(value_type<const bool>(), ValueType{.kind = ValueKind::integer});
    EXPECT_EQ(value_type<Color>(), ValueType{.kind = ValueKind::integer});
    EXPECT_EQ(value_type<Vector>(), ValueType{.kind = ValueKind::aggregate});
    EXPECT_EQ(value_type<const double*>(), (ValueType{ValueKind::pointer, ValueKind::floating, 8}));
    EXPECT_EQ(value_type<short**>(), (ValueType{ValueKind::pointer, ValueKind::pointer, 8}));
    EXPECT_EQ(value_type<Vector*>(), (ValueType{ValueKind::pointer, ValueKind::aggregate, 0}));
    EXPECT_EQ(value_type<void*>(), (ValueType{ValueKind::pointer, ValueKind::unknown, 0}));
    EXPECT_EQ(value_type<std::byte*>(), (ValueType{ValueKind::pointer, ValueKind::unknown, 0}));
}

TEST(ValueType, OfSpelledTypes) {
    EXPECT_EQ(spelled_type("float").value, ValueType{.kind = ValueKind::floating});
    EXPECT_EQ(spelled_type("const unsigned long long").size_bytes, 8u);
    EXPECT_EQ(spelled_type("std::uint16_t").size_bytes, 2u);
    EXPECT_EQ(spelled_type("const float* __restrict__").value,
              (ValueType{ValueKind::pointer, ValueKind::floating, 4}));
    EXPECT_EQ(spelled_type("char const* const*").value,
              (ValueType{ValueKind::pointer, ValueKind::pointer, 8}));
    EXPECT_EQ(spelled_type("Pair*").value, (ValueType{ValueKind::pointer, ValueKind::unknown, 0}));
    for (const char* unknown : {"Pair", "float&", "int (*)(int)", "float [3]", ""}) {
        EXPECT_EQ(spelled_type(unknown).value, ValueType{}) << unknown;
        EXPECT_EQ(spelled_type(unknown).size_bytes, 0u) << unknown;
    }
}

TEST(ValueType, OnlyScalarsCanConflict) {
    const auto fit = [](std::string_view given, std::string_view taken) {
        return driver::fits(spelled_type(given).value, spelled_type(taken).value);
    };
    EXPECT_TRUE(fit("int", "unsigned"));
    EXPECT_FALSE(fit("int", "float"));
    EXPECT_FALSE(fit("double", "size_t"));
    EXPECT_FALSE(fit("unsigned long", "float*"));
    EXPECT_FALSE(fit("int*", "float*"));
    EXPECT_FALSE(fit("double*", "float*"));
    EXPECT_FALSE(fit("float**", "float*"));
    EXPECT_TRUE(fit("float*", "const float*"));
    EXPECT_TRUE(fit("void*", "float*"));
    EXPECT_TRUE(fit("float*", "float3*"));
    EXPECT_TRUE(fit("Pair", "double"));
}

TEST(ValueType, NamesThatContradictSizesAreIgnored) {
    std::vector<KernelParameter> parameters(2);
    parameters[0].size_bytes = 8;
    parameters[1].size_bytes = 4;
    driver::set_types(parameters, {"float", "float"});
    EXPECT_EQ(parameters[0].value, ValueType{});
    EXPECT_EQ(parameters[1].value.kind, ValueKind::floating);
    EXPECT_EQ(parameters[1].type, "float");
    driver::set_types(parameters, {"double"});
    EXPECT_EQ(parameters[0].value, ValueType{});
}

TEST(ValueType, HasATextForm) {
    EXPECT_EQ(describe(spelled_type("bool").value), "an integer");
    EXPECT_EQ(describe(spelled_type("double").value), "a floating-point number");
    EXPECT_EQ(describe(spelled_type("short*").value), "a pointer to integers of 2 bytes");
    EXPECT_EQ(describe(spelled_type("float**").value), "a pointer to pointers of 8 bytes");
    EXPECT_EQ(describe(spelled_type("Pair*").value), "a pointer");
}

class ArgumentTypes : public test::OnEachBackend {
protected:
    /// A kernel of launch.cu whose symbol is mangled, and therefore encodes the parameter types.
    template <class Signature>
    Kernel<Signature> kernel(const std::string& name) {
        return Module(device_, binary_.image).kernel<Signature>(binary_.symbols.at(name));
    }

    Device device_ = open();
    Stream stream_{device_};
    compiler::Binary binary_ = test::compiled(
        device_, "launch.cu", {"typed::take", "typed::take_pairs", "typed::take_anything"});
};

TEST_P(ArgumentTypes, MatchingTypesAreAccepted) {
    const auto take = kernel<void(int, float, const float*, int*)>("typed::take");
    const auto from = to_device(stream_, std::vector<float>{1, 2, 3});
    auto to = to_device(stream_, std::vector<int>(3, 0));
    take.launch(stream_, {.block = {3}}, 3, 2.5f, from, to);
    EXPECT_EQ(to_vector(stream_, to), (std::vector<int>{2, 5, 7}));
    EXPECT_EQ(take.info().parameters[2].value,
              (ValueType{ValueKind::pointer, ValueKind::floating, 4}));
}

TEST_P(ArgumentTypes, WrongTypesOfEqualSizeAreRefused) {
    const std::string start = "argument ";
    const auto refuse = [&]<class Signature>(Signature*, const std::string& reason) {
        expect_error(ErrorCode::invalid_argument, start + reason,
                     [&] { (void)kernel<Signature>("typed::take"); });
    };
    refuse(static_cast<void (*)(float, float, const float*, int*)>(nullptr),
           "1 is a floating-point number, but the parameter (int) is an integer");
    refuse(static_cast<void (*)(int, int, const float*, int*)>(nullptr),
           "2 is an integer, but the parameter (float) is a floating-point number");
    refuse(static_cast<void (*)(int, float, const int*, int*)>(nullptr),
           "3 is a pointer to integers of 4 bytes, but the parameter (const float*) is a pointer "
           "to floating-point numbers of 4 bytes");
    refuse(static_cast<void (*)(int, float, const float*, long*)>(nullptr),
           "4 is a pointer to integers of 8 bytes, but the parameter (int*) is a pointer to "
           "integers of 4 bytes");
    refuse(static_cast<void (*)(int, float, std::size_t, int*)>(nullptr),
           "3 is an integer, but the parameter (const float*) is a pointer to floating-point "
           "numbers of 4 bytes");
}

TEST_P(ArgumentTypes, StructsAndBytesMatchAnyType) {
    struct HostPair {
        double first;
        int second;
    };
    EXPECT_NO_THROW((void)kernel<void(const HostPair*, double*)>("typed::take_pairs"));
    EXPECT_NO_THROW((void)kernel<void(const std::byte*, void*)>("typed::take_pairs"));
    EXPECT_NO_THROW((void)kernel<void(const double*, double*)>("typed::take_pairs"));
    EXPECT_NO_THROW((void)kernel<void(const float*, std::uint64_t*)>("typed::take_anything"));
}

TEST_P(ArgumentTypes, ExternCKernelTypesComeFromTheSource) {
    Program program = Program::from_text(device_, "scale.cu", R"(
        // extern "C" __global__ void scale(int* x, int a);
        extern "C" __global__ void __launch_bounds__(64)
        scale(float* __restrict__ x, /* how much */ float a) { x[threadIdx.x] *= a; })");
    using Right = void(float*, float);
    using WrongFactor = void(float*, int);
    using WrongPointer = void(int*, float);
    auto x = to_device(stream_, std::vector<float>{1, 2});
    program.kernel<Right>("scale").launch(stream_, {.block = {2}}, x, 3);
    EXPECT_EQ(to_vector(stream_, x), (std::vector<float>{3, 6}));
    expect_error(ErrorCode::invalid_argument,
                 "argument 2 is an integer, but the parameter (float) is a floating-point number",
                 [&] { (void)program.kernel<WrongFactor>("scale"); });
    EXPECT_THROW((void)program.kernel<WrongPointer>("scale"), Error);
}

INSTANTIATE_TEST_SUITE_P(Backends, ArgumentTypes, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
