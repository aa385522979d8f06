// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>

namespace glint {
namespace {

struct Joined {
    float least, greatest;
    double min_double, greatest_double;
    float product;
    unsigned updates;
};

class Atomics : public test::KernelFile {
protected:
    Atomics() : KernelFile("atomic.cu") {}

    /// Checks the atomic results for 1000 numbers around `middle`.
    void expect_joined(float middle) {
        std::mt19937 random(18);
        std::uniform_real_distribution<float> uniform(middle - 5, middle + 5);
        std::vector<float> in(1000);
        for (float& x : in) x = uniform(random);
        const float infinity = std::numeric_limits<float>::infinity();
        auto joined = to_device(
            stream_, std::vector<Joined>{{infinity, -infinity, infinity, -infinity, 3, 0}});
        const auto from = to_device(stream_, in);
        program_.kernel<void(unsigned, const float*, Joined*)>("join").launch(
            stream_, threads(in.size()), in.size(), from, joined);
        const Joined found = to_vector(stream_, joined)[0];
        EXPECT_EQ(found.least, std::ranges::min(in)) << middle;
        EXPECT_EQ(found.greatest, std::ranges::max(in)) << middle;
        EXPECT_EQ(found.min_double, std::ranges::min(in)) << middle;
        EXPECT_EQ(found.greatest_double, std::ranges::max(in)) << middle;
        EXPECT_EQ(found.product, 3.0f * 1024) << middle;
        EXPECT_EQ(found.updates, 700u) << middle;
    }
};

TEST_P(Atomics, CombineValuesOfAllThreads) {
    for (const float middle : {0.0f, 100.0f, -100.0f}) expect_joined(middle);
}

TEST_P(Atomics, ReturnTheOldValue) {
    auto value = to_device(stream_, std::vector<float>{1});
    DeviceMemory<float> old(device_, 6);
    program_.kernel<void(float*, float*)>("old_values")
        .launch(stream_, {.grid = {1}, .block = {1}}, value, old);
    EXPECT_EQ(to_vector(stream_, old), (std::vector<float>{1, -2, -2, 4, 0, 0}));
}

TEST_P(Atomics, UpdateElementsOfOneAndTwoBytes) {
    constexpr unsigned kThreads = 1000;  // some elements get 77 threads, the others 76
    auto bytes = to_device(stream_, std::vector<signed char>(14, -7));
    auto words = to_device(stream_, std::vector<std::uint16_t>(14, 40));
    program_.kernel<void(unsigned, signed char*, std::uint16_t*)>("count_narrow")
        .launch(stream_, threads(kThreads), kThreads, bytes, words);
    const auto found = to_vector(stream_, bytes);
    const auto found_words = to_vector(stream_, words);
    for (std::size_t i = 0; i < 13; ++i) {
        const int count = i < kThreads % 13 ? 77 : 76;
        EXPECT_EQ(found[i], count - 7) << i;
        EXPECT_EQ(found_words[i], 100) << i;
    }
    EXPECT_EQ(found[13], -7);
    EXPECT_EQ(found_words[13], 40);
}

INSTANTIATE_TEST_SUITE_P(Backends, Atomics, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
