// SPDX-License-Identifier: MIT
#include <glint/driver/kernel.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glint/base/text.hpp>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

using Saxpy = void(std::size_t, float, const float*, float*);

class Launch : public test::OnEachBackend {
protected:
    /// The parameter as error messages describe it, including its type if the backend knows the
    /// type.
    std::string parameter(std::string_view type) const {
        return GetParam() == "cpu" ? fmt::format("the parameter ({})", type) : "the parameter";
    }

    Device device_ = open();
    Module module_ = test::kernels(device_);
    Stream stream_{device_};
};

TEST_P(Launch, SaxpyIsRightForAnyElementCount) {
    const auto saxpy = module_.kernel<Saxpy>("saxpy");
    for (const std::size_t count : {1u, 255u, 257u, 100003u}) {
        const auto x = to_device(stream_, std::vector<float>(count, 3.0f));
        auto y = to_device(stream_, std::vector<float>(count, 1.0f));
        saxpy.launch(stream_, threads(count), count, 2.0f, x, y);
        EXPECT_EQ(to_vector(stream_, y), std::vector<float>(count, 7.0f)) << count;
    }
}

TEST_P(Launch, AcceptsSpansAndPointers) {
    const auto saxpy = module_.kernel<Saxpy>("saxpy");
    auto y = to_device(stream_, std::vector<float>{1, 2, 3, 4});
    const DeviceSpan<const float> x = y.span();
    saxpy.launch(stream_, threads(2), 2, 10, x.subspan(2, 2), y.span().subspan(0, 2));
    saxpy.launch(stream_, threads(2), 2u, 1.0, y.data(), y.data());
    EXPECT_EQ(to_vector(stream_, y), (std::vector<float>{62, 84, 3, 4}));
}

TEST_P(Launch, RunsEachThreadOfThreeAxesOnce) {
    const LaunchShape shape{.grid = {3, 2, 4}, .block = {5, 6, 7}};
    auto visits = to_device(stream_, std::vector<unsigned>(3 * 2 * 4 * 5 * 6 * 7, 0));
    module_.kernel<void(unsigned*)>("mark").launch(stream_, shape, visits);
    EXPECT_EQ(to_vector(stream_, visits), std::vector<unsigned>(visits.size(), 1));
}

TEST_P(Launch, CopiesArgumentsWhenQueued) {
    const auto saxpy = module_.kernel<Saxpy>("saxpy");
    const auto x = to_device(stream_, std::vector<float>(10, 1.0f));
    auto y = to_device(stream_, std::vector<float>(10, 0.0f));
    float a = 0;
    for (int i = 0; i < 100; ++i) saxpy.launch(stream_, threads(10), 10, ++a, x, y);
    a = 1e9f;
    EXPECT_EQ(to_vector(stream_, y), std::vector<float>(10, 5050.0f));
}

TEST_P(Launch, TooManyThreadsAreRefusedWithTheirCount) {
    const auto mark = module_.kernel<void(unsigned*)>("mark");
    expect_error(ErrorCode::invalid_argument,
                 "a block of 33x33x1 has 1089 threads, but this kernel supports at most 1024",
                 [&] { mark.launch(stream_, {.grid = {}, .block = {33, 33, 1}}, nullptr); });
}

TEST_P(Launch, ErrorsNameTheKernelAndTheAxis) {
    const auto count = module_.kernel<void()>("count");
    const auto refusal = [&](const LaunchShape& shape) -> std::string {
        try {
            count.launch(stream_, shape);
        } catch (const Error& error) {
            return error.what();
        }
        return "nothing was thrown";
    };
    const std::string start = "cannot launch kernel 'count': ";
    EXPECT_EQ(refusal({.grid = {0, 1, 1}, .block = {}}),
              start + "grid.x is 0, but this device supports 1 to 2147483647");
    EXPECT_EQ(refusal({.grid = {1, 65536, 1}, .block = {}}),
              start + "grid.y is 65536, but this device supports 1 to 65535");
    EXPECT_EQ(refusal({.grid = {1, 1, 70000}, .block = {}}),
              start + "grid.z is 70000, but this device supports 1 to 65535");
    EXPECT_EQ(refusal({.grid = {}, .block = {1025, 1, 1}}),
              start + "block.x is 1025, but this device supports 1 to 1024");
    EXPECT_EQ(refusal({.grid = {}, .block = {1, 0, 1}}),
              start + "block.y is 0, but this device supports 1 to 1024");
    EXPECT_EQ(refusal({.grid = {}, .block = {1, 1, 65}}),
              start + "block.z is 65, but this device supports 1 to 64");
}

TEST_P(Launch, AllSharedMemoryOfABlockIsUsable) {
    const std::size_t most = device_.info().max_shared_bytes_per_block;
    auto seen = to_device(stream_, std::vector<unsigned char>(64, 0));
    module_.kernel<void(unsigned, unsigned char*)>("use_shared")
        .launch(stream_, {.grid = {}, .block = {64, 1, 1}, .shared_bytes = most}, most, seen);
    EXPECT_EQ(to_vector(stream_, seen), std::vector<unsigned char>(64, 42));
}

TEST_P(Launch, TooMuchSharedMemoryIsRefusedWithBothSizes) {
    const std::size_t most = device_.info().max_shared_bytes_per_block;
    const auto kernel = module_.kernel<void(unsigned, unsigned char*)>("use_shared");
    const LaunchShape shape{.grid = {}, .block = {}, .shared_bytes = 2 * most};
    expect_error(ErrorCode::invalid_argument,
                 fmt::format("a block needs {} of shared memory, but this device has only {}",
                             text::human_bytes(2 * most), text::human_bytes(most)),
                 [&] { kernel.launch(stream_, shape, 1, nullptr); });
}

TEST_P(Launch, ARefusedLaunchLeavesTheStreamUsable) {
    const auto count = module_.kernel<void()>("count");
    EXPECT_THROW(count.launch(stream_, {.grid = {0, 0, 0}, .block = {}}), Error);
    count.launch(stream_, threads(256));
    EXPECT_EQ(to_vector(stream_, module_.global<unsigned>("counter")),
              (std::vector<unsigned>{261}));
}

TEST_P(Launch, WrongParameterCountsAreRefused) {
    using TooShort = void(std::size_t, float, const float*);
    expect_error(ErrorCode::invalid_argument, "the launch has 3 arguments, but the kernel takes 4",
                 [&] { (void)module_.kernel<TooShort>("saxpy"); });
    expect_error(ErrorCode::invalid_argument, "the launch has 1 argument, but the kernel takes 0",
                 [&] { (void)module_.kernel<void(int)>("count"); });
}

TEST_P(Launch, WrongParameterSizesAreRefusedWithTheirPosition) {
    using DoubleFactor = void(std::size_t, double, const float*, float*);
    using IntCount = void(int, float, const float*, float*);
    expect_error(ErrorCode::invalid_argument,
                 fmt::format("argument 2 has 8 bytes, but {} has 4", parameter("float")),
                 [&] { (void)module_.kernel<DoubleFactor>("saxpy"); });
    EXPECT_THROW((void)module_.kernel<IntCount>("saxpy"), Error);
}

Parameter member(std::string name, ScalarType type, std::size_t offset) {
    Parameter parameter;
    parameter.name = std::move(name);
    parameter.type = type;
    parameter.offset = offset;
    return parameter;
}

TEST_P(Launch, AParameterSetIsPassedByValue) {
    ParameterSet pair(
        "Pair", {member("first", ScalarType::f64, 0), member("second", ScalarType::i32, 8)}, 16);
    auto out = to_device(stream_, std::vector<double>(2, 0.0));
    const auto kernel = module_.kernel<void(const ParameterSet&, double*)>("take_pair");
    pair.set("first", 2.5);
    pair.set("second", -7);
    kernel.launch(stream_, {}, pair, out);
    pair.set("first", 0);
    EXPECT_EQ(to_vector(stream_, out), (std::vector<double>{2.5, -7.0}));
}

TEST_P(Launch, AParameterSetOfAnotherSizeIsRefused) {
    const ParameterSet small("Pair", {member("first", ScalarType::f64, 0)}, 12);
    const auto kernel = module_.kernel<void(const ParameterSet&, double*)>("take_pair");
    expect_error(ErrorCode::invalid_argument,
                 fmt::format("argument 1 has 12 bytes, but {} has 16", parameter("Pair")),
                 [&] { kernel.launch(stream_, {}, small, nullptr); });
}

TEST_P(Launch, InfoDescribesTheKernel) {
    const driver::KernelInfo info = module_.kernel<Saxpy>("saxpy").info();
    EXPECT_EQ(info.name, "saxpy");
    ASSERT_TRUE(info.parameters_known);
    ASSERT_EQ(info.parameters.size(), 4u);
    EXPECT_EQ(info.parameters[1].offset, 8u);
    EXPECT_EQ(info.parameters[2].offset, 16u);
    EXPECT_EQ(info.parameters[3].size_bytes, 8u);
    EXPECT_EQ(info.static_shared_bytes, 0u);
    EXPECT_GE(info.max_threads_per_block, 256u);
    EXPECT_FALSE(info.lowering.empty());
}

TEST_P(Launch, AKernelReportsHowItRunsInBlocksOfAShape) {
    const test::ScopedVariable free("GLINT_CPU_LOWERING", std::nullopt);
    const Module module = test::kernels(device_);
    EXPECT_EQ(module.kernel<Saxpy>("saxpy").lowering({256}),
              GetParam() == "cpu" ? "lanes" : "cubin");
}

INSTANTIATE_TEST_SUITE_P(Backends, Launch, test::each_backend(), test::name);

TEST(LaunchAcross, KernelsAndEventsOfAnotherDeviceAreRefused) {
    if (!cuda_unavailable_reason().empty()) GTEST_SKIP() << "cuda: " << cuda_unavailable_reason();
    const Device cpu = Device::open("cpu");
    const Device gpu = Device::open("cuda");
    for (const auto& [own, other] : {std::pair(cpu, gpu), std::pair(gpu, cpu)}) {
        Stream stream(own);
        Event event(other);
        const auto count = test::kernels(other).kernel<void()>("count");
        const bool is_cpu = own.kind() == BackendKind::cpu;
        const std::string reason = " belongs to another device";
        expect_error(ErrorCode::invalid_argument, (is_cpu ? "the kernel" : "the object") + reason,
                     [&] { count.launch(stream, threads(1)); });
        expect_error(ErrorCode::invalid_argument, "the event" + reason,
                     [&] { stream.record(event); });
        expect_error(ErrorCode::invalid_argument, (is_cpu ? "the event" : "the object") + reason,
                     [&] { stream.wait(event); });
    }
}

}  // namespace
}  // namespace glint
