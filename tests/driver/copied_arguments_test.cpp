// SPDX-License-Identifier: MIT
// Host memory passed as arguments of launches.
#include <glint/driver/copied_arguments.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/driver/kernel.hpp>
#include <glint/driver/memory.hpp>

#include <base/scratch.hpp>
#include <driver/gate.hpp>
#include <driver/kernels.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

using Saxpy = void(std::size_t, float, const float*, float*);
using TakePair = void(std::array<double, 2>, double*);

// A temporary that owns its elements would be destroyed before the kernel runs.
static_assert(!HostRange<std::vector<float>>);
static_assert(HostRange<std::vector<float>&>);
static_assert(HostRange<std::span<float>>);

class CopiedArguments : public test::OnEachBackend {
protected:
    Device device_ = open();
    Module module_ = test::kernels(device_);
    Kernel<Saxpy> saxpy_ = module_.kernel<Saxpy>("saxpy");
    Stream stream_{device_};
};

TEST_P(CopiedArguments, AreCopiedToTheDeviceAndBack) {
    for (const std::size_t count : {1u, 255u, 100003u}) {
        std::vector<float> x(count), y(count, 1.0f), expected(count);
        std::iota(x.begin(), x.end(), 0.0f);
        for (std::size_t i = 0; i < count; ++i) expected[i] = 1.0f + 2.0f * x[i];
        saxpy_.launch(stream_, threads(count), count, 2.0f, in(x), in_out(y));
        stream_.synchronize();
        EXPECT_EQ(y, expected) << count;
    }
}

TEST_P(CopiedArguments, OutReceivesKernelResults) {
    const auto take_pair = module_.kernel<TakePair>("take_pair");
    struct {
        double first = 1.5;
        int second = 7;
    } pair;
    std::array<double, 2> bits{};
    std::copy_n(reinterpret_cast<const std::byte*>(&pair), sizeof(pair),
                reinterpret_cast<std::byte*>(bits.data()));
    std::array<double, 2> to{-1, -1};
    take_pair.launch(stream_, {}, bits, out(to));
    stream_.synchronize();
    EXPECT_EQ(to, (std::array{1.5, 7.0}));
}

TEST_P(CopiedArguments, MixWithMemoryOfTheDevice) {
    const auto x = to_device(stream_, std::vector<float>{1, 2, 3});
    std::array<float, 3> y{10, 20, 30};
    saxpy_.launch(stream_, threads(3), 3, 1.0f, x, in_out(y));
    const auto again = in_out(y);
    saxpy_.launch(stream_, threads(3), 3, 1.0f, x, again);
    stream_.synchronize();
    EXPECT_EQ(y, (std::array<float, 3>{12, 24, 36}));
}

TEST_P(CopiedArguments, InDoesNotChangeHostMemory) {
    const std::vector<float> x{1, 2, 3};
    std::vector<float> y{5, 5, 5};
    auto on_device = to_device(stream_, y);
    saxpy_.launch(stream_, threads(3), 3, 1.0f, in(y), on_device);
    saxpy_.launch(stream_, threads(3), 3, 1.0f, in(x), on_device);
    EXPECT_EQ(to_vector(stream_, on_device), (std::vector<float>{11, 12, 13}));
    EXPECT_EQ(y, std::vector<float>(3, 5.0f));
}

TEST_P(CopiedArguments, AreAsynchronous) {
    PinnedMemory<float> x(device_, 1000), y(device_, 1000);
    std::ranges::fill(x.span(), 2.0f);
    std::ranges::fill(y.span(), 1.0f);
    saxpy_.launch(stream_, threads(1000), 1000, 1.0f, in(x.span()), in_out(y.span()));
    stream_.synchronize();
    EXPECT_EQ(y.span()[999], 3.0f);
    test::Gate gate(stream_);
    for (int i = 0; i < 10; ++i)
        saxpy_.launch(stream_, threads(1000), 1000, 1.0f, in(x.span()), in_out(y.span()));
    EXPECT_FALSE(stream_.is_done());
    EXPECT_EQ(y.span()[999], 3.0f);
    gate.open();
    stream_.synchronize();
    EXPECT_EQ(y.span()[999], 23.0f);
}

TEST_P(CopiedArguments, EmptyArraysAreNullPointers) {
    std::vector<float> none;
    saxpy_.launch(stream_, threads(0), 0, 1.0f, in(none), in_out(none));
    stream_.synchronize();
}

TEST_P(CopiedArguments, MissingHostMemoryIsRefused) {
    const std::span<float> nothing(static_cast<float*>(nullptr), 3);
    const std::span<float> stray(reinterpret_cast<float*>(std::uintptr_t{64}), 3);
    auto y = to_device(stream_, std::vector<float>{1, 2, 3});
    expect_error(ErrorCode::invalid_argument, "the host memory is null",
                 [&] { saxpy_.launch(stream_, threads(3), 3, 1.0f, in(nothing), y); });
    expect_error(ErrorCode::invalid_argument,
                 "the host memory (0x40): the address is not in the memory of this process",
                 [&] { saxpy_.launch(stream_, threads(3), 3, 1.0f, in(stray), y); });
    EXPECT_EQ(to_vector(stream_, y), (std::vector<float>{1, 2, 3}));
}

TEST_P(CopiedArguments, RefusedLaunchesChangeNothing) {
    std::vector<float> x(4, 1.0f), y(4, 5.0f);
    EXPECT_THROW(saxpy_.launch(stream_, {.block = {33, 33}}, 4, 1.0f, in(x), in_out(y)), Error);
    stream_.synchronize();
    EXPECT_EQ(y, std::vector<float>(4, 5.0f));
}

TEST_P(CopiedArguments, ManyThreadsMayUseThem) {
    std::vector<std::thread> threads_of_host;
    std::atomic<int> right = 0;
    for (int id = 0; id < 4; ++id)
        threads_of_host.emplace_back([&, id] {
            Stream stream(device_);
            std::vector<float> x(5000, static_cast<float>(id)), y(5000);
            for (int round = 0; round < 20; ++round)
                saxpy_.launch(stream, threads(5000), 5000, 1.0f, in(x), in_out(y));
            stream.synchronize();
            right += y == std::vector<float>(5000, 20.0f * static_cast<float>(id));
        });
    for (std::thread& thread : threads_of_host) thread.join();
    EXPECT_EQ(right, 4);
}

INSTANTIATE_TEST_SUITE_P(Backends, CopiedArguments, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
