// SPDX-License-Identifier: MIT
// Many threads evaluate expressions on one Device, each on its own stream. They share the kernel
// cache, the memory pools, and the Device's record of launched kernels.
#include <atomic>
#include <functional>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <support/backends.hpp>
#include <support/on_threads.hpp>

namespace glint {
namespace {

constexpr int kThreads = 8;
constexpr std::size_t kSize = 4099;

std::vector<int> counted(int step, int start) {
    std::vector<int> values(kSize);
    for (int& value : values) value = std::exchange(start, start + step);
    return values;
}

using Ints = std::vector<int>;

class ArrayThreads : public test::OnEachBackend {
protected:
    Device device_ = open();
};

// Nothing is compiled yet, so all threads request the same kernel at once.
TEST_P(ArrayThreads, EvaluateTheSameExpressions) {
    test::on_threads(kThreads, [&](int number) {
        Stream stream(device_);
        const Array<int> x = arange<int>(stream, kSize);
        for (int round = 0; round < 5; ++round) {
            const Array<int> y = x * number + round;
            EXPECT_EQ(y.to_vector(), counted(number, round));
            const Array<int> back = y(slice(std::nullopt, std::nullopt, -1)) - round;
            EXPECT_EQ(back.to_vector(), counted(-number, number * static_cast<int>(kSize - 1)));
            const Array<int> sums = reshaped(x, {1, -1}) + reshaped(y, {1, -1});
            EXPECT_EQ(sums.to_vector(), counted(number + 1, round));
        }
    });
}

TEST_P(ArrayThreads, ReduceScanAndSort) {
    constexpr int kLast = static_cast<int>(kSize) - 1;
    test::on_threads(kThreads, [&](int number) {
        Stream stream(device_);
        const Array<int> x = arange<int>(stream, kSize);
        for (int round = 0; round < 3; ++round) {
            const Array<int> y = kLast - x + number;
            EXPECT_EQ(sum(y).item(), kLast * (kLast + 1) / 2 + number * (kLast + 1));
            EXPECT_EQ(max(y).item(), kLast + number);
            EXPECT_EQ(sorted(y).to_vector(), counted(1, number));
            const Ints scanned = cumulative_sum(x + number).to_vector();
            Ints expected = counted(1, number);
            std::partial_sum(expected.begin(), expected.end(), expected.begin());
            EXPECT_EQ(scanned, expected);
        }
    });
}

// Several threads read an array that another thread created, and reuse memory blocks on their own
// streams.
TEST_P(ArrayThreads, ReadArraysOfOtherThreads) {
    Stream stream(device_);
    Array<int> common = arange<int>(stream, kSize);
    stream.synchronize();
    std::vector<Ints> results(kThreads);
    test::on_threads(kThreads, [&](int number) {
        Stream own(device_);
        Array<int> y(own, kSize);
        for (int round = 0; round < 20; ++round) y = common + Array<int>(common * 2) + number;
        results[static_cast<std::size_t>(number)] = y.to_vector();
    });
    for (int number = 0; number < kThreads; ++number)
        EXPECT_EQ(results[static_cast<std::size_t>(number)], counted(3, number));
}

INSTANTIATE_TEST_SUITE_P(Backends, ArrayThreads, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
