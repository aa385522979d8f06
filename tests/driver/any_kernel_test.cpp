// SPDX-License-Identifier: MIT
#include <glint/driver/any_kernel.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>
#include <glint/driver/module.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

TEST(KernelArgument, CopiesItsValue) {
    std::array<int, 3> small{1, 2, 3};
    std::array<std::byte, 100> large{};
    large[99] = std::byte{7};
    KernelArgument few = KernelArgument::of_bytes(std::as_bytes(std::span(small)));
    const KernelArgument many = KernelArgument::of_bytes(large);
    small[2] = 0;
    const KernelArgument copy = few;
    few = KernelArgument(2.5);
    EXPECT_EQ(static_cast<const int*>(copy.address())[2], 3);
    EXPECT_EQ(copy.size_bytes(), 12u);
    EXPECT_EQ(static_cast<const std::byte*>(many.address())[99], std::byte{7});
    EXPECT_EQ(many.size_bytes(), 100u);
    EXPECT_EQ(*static_cast<const double*>(few.address()), 2.5);
    EXPECT_EQ(few.type().kind, driver::ValueKind::floating);
}

class AnyKernelOn : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
    Module module_ = test::kernels(device_);
};

TEST_P(AnyKernelOn, LaunchesWithAnArgumentList) {
    const AnyKernel saxpy = module_.kernel("saxpy");
    const auto x = to_device(stream_, std::vector<float>(300, 3.0f));
    auto y = to_device(stream_, std::vector<float>(300, 1.0f));
    saxpy.launch(stream_, threads(300), {std::size_t{300}, 2.0f, x, y});
    EXPECT_EQ(to_vector(stream_, y), std::vector<float>(300, 7.0f));
    std::vector<KernelArgument> arguments{std::size_t{100}, -7.0f, y.span(), y.data()};
    saxpy.launch(stream_, saxpy.best_shape(100), arguments);
    std::vector<float> expected(300, 7.0f);
    std::fill_n(expected.begin(), 100, -42.0f);
    EXPECT_EQ(to_vector(stream_, y), expected);
}

TEST_P(AnyKernelOn, CopiesHostMemoryToAndFromTheDevice) {
    const AnyKernel saxpy = module_.kernel("saxpy");
    const auto on_device = to_device(stream_, std::vector<float>{1, 1, 1});
    std::vector<float> x{1, 2, 3}, y{10, 20, 30}, none;
    saxpy.launch(stream_, threads(3), {std::size_t{3}, 2.0f, in(x), in_out(y)});
    saxpy.launch(stream_, threads(3), {std::size_t{3}, 1.0f, on_device, in_out(y)});
    saxpy.launch(stream_, threads(3), {std::size_t{0}, 1.0f, in(none), in_out(none)});
    stream_.synchronize();
    EXPECT_EQ(x, (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(y, (std::vector<float>{13, 25, 37}));
    struct {
        double first = 1.5;
        int second = 7;
    } pair;
    std::array<double, 2> to{-1, -1};
    module_.kernel("take_pair").launch(stream_, {}, {pair, out(to)});
    stream_.synchronize();
    EXPECT_EQ(to, (std::array{1.5, 7.0}));
}

TEST_P(AnyKernelOn, RefusedLaunchesCopyNothingBack) {
    std::vector<float> x(4, 1.0f), y(4, 5.0f);
    EXPECT_THROW(module_.kernel("saxpy").launch(stream_, {.block = {33, 33}},
                                                {std::size_t{4}, 1.0f, in(x), in_out(y)}),
                 Error);
    stream_.synchronize();
    EXPECT_EQ(y, std::vector<float>(4, 5.0f));
}

TEST_P(AnyKernelOn, TakesStructsOfAnySize) {
    struct {
        int values[20]{};
    } large;
    large.values[19] = 5;
    const Module module(device_, test::compiled(device_, "launch.cu").image);
    auto to = to_device(stream_, std::vector<int>(20, 1));
    module.kernel("take_large").launch(stream_, {.block = {20}}, {large, to});
    std::vector<int> expected(20, 0);
    expected[19] = 5;
    EXPECT_EQ(to_vector(stream_, to), expected);
}

TEST_P(AnyKernelOn, TakesParameterSetsByValue) {
    Parameter first;
    first.name = "first";
    first.type = ScalarType::f64;
    ParameterSet pair("Pair", {first}, 16);
    pair.set("first", 2.5);
    auto out = to_device(stream_, std::vector<double>(2, -1.0));
    module_.kernel("take_pair").launch(stream_, {}, {pair, out});
    EXPECT_EQ(to_vector(stream_, out), (std::vector<double>{2.5, 0.0}));
    const ParameterSet small("Pair", {first}, 8);
    EXPECT_THROW(module_.kernel("take_pair").launch(stream_, {}, {small, out}), Error);
}

TEST_P(AnyKernelOn, RefusesWrongArgumentCountsAndSizes) {
    const AnyKernel saxpy = module_.kernel("saxpy");
    const auto refuse = [&](const std::string& reason, std::vector<KernelArgument> arguments) {
        expect_error(ErrorCode::invalid_argument, reason,
                     [&] { saxpy.launch(stream_, threads(1), arguments); });
    };
    float* none = nullptr;
    refuse("the launch has 3 arguments, but the kernel takes 4", {std::size_t{1}, 2.0f, none});
    const bool names_types = GetParam() == "cpu";  // on CUDA, only if the symbol encodes the types
    refuse(fmt::format("argument 1 has 4 bytes, but the parameter{} has 8",
                       names_types ? " (size_t)" : ""),
           {1, 2.0f, none, none});
    refuse(fmt::format("argument 4 has 0 bytes, but the parameter{} has 8",
                       names_types ? " (float*)" : ""),
           {std::size_t{1}, 2.0f, none, KernelArgument::of_bytes({})});
}

TEST_P(AnyKernelOn, RefusesOtherTypes) {
    Program program = Program::from_text(
        device_, "set.cu",
        "extern \"C\" __global__ void set(float value, float* to) { *to = value; }");
    const AnyKernel set = program.kernel("set");
    auto to = to_device(stream_, std::vector<float>{0});
    expect_error(ErrorCode::invalid_argument,
                 "argument 1 is an integer, but the parameter (float) is a floating-point number",
                 [&] { set.launch(stream_, {}, {1, to}); });
    set.launch(stream_, {}, {1.0f, to});
    EXPECT_EQ(to_vector(stream_, to), std::vector<float>{1});
}

INSTANTIATE_TEST_SUITE_P(Backends, AnyKernelOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
