// SPDX-License-Identifier: MIT
// Atomic operations of all types, by all threads and by some of the threads, compared with
// sequential operations.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

constexpr std::size_t kOperations = 7;
constexpr unsigned kAtomicBlocks = 5;

template <class T>
T joined(std::size_t operation, T a, T b) {
    if constexpr (!std::is_integral_v<T>) {
        return a + b;
    } else {
        using Bits = std::make_unsigned_t<T>;
        const Bits x = static_cast<Bits>(a), y = static_cast<Bits>(b);
        switch (operation) {
            case 0: return static_cast<T>(x + y);
            case 1: return static_cast<T>(x - y);
            case 2: return std::min(a, b);
            case 3: return std::max(a, b);
            case 4: return static_cast<T>(x & y);
            case 5: return static_cast<T>(x | y);
            case 6: return static_cast<T>(x ^ y);
            default: return a;
        }
    }
}

/// A start value that every operand changes, or one in the middle of the operands' range.
template <class T>
T start(std::size_t operation, bool in_their_midst) {
    using Limits = std::numeric_limits<T>;
    if (in_their_midst) return T(3);
    if constexpr (!std::is_integral_v<T>) return T(-0.0);
    switch (operation) {
        case 2: return Limits::max();
        case 3: return Limits::lowest();
        case 4: return static_cast<T>(-1);
        default: return T(0);
    }
}

/// Integers from `first` to `last`, whose sums float represents exactly.
template <class T>
std::vector<T> exact_integers(std::size_t count, double first, double last) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(first, last);
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(static_cast<long long>(uniform(random)));
    return values;
}

class AtomicOperations : public test::OnEachBackend {
protected:
    template <class T>
    void expect_joined(const char* kernel, std::vector<std::size_t> operations, double most);
    template <class T>
    void expect_joined(const char* kernel, const std::vector<std::size_t>& operations,
                       const std::vector<T>& in, unsigned block, unsigned every, bool in_midst);
    template <class T>
    void expect_exchanged(const std::string& kernel, unsigned every);
    void expect_counted(const std::string& kernel, unsigned every);

    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_,
                     std::filesystem::path(GLINT_TEST_DATA_DIR) / "atomics.cu",
                     {.instantiations = {"exchanged<int>", "exchanged<unsigned>",
                                         "exchanged<unsigned long long>", "exchanged_in_block<int>",
                                         "exchanged_in_block<unsigned>",
                                         "exchanged_in_block<unsigned long long>"}}};
};

template <class T>
void AtomicOperations::expect_joined(const char* kernel, std::vector<std::size_t> operations,
                                     double most) {
    for (const unsigned block : {32u, 100u}) {
        const std::size_t count = kAtomicBlocks * block - 13;
        // Unsigned numbers wrap around, so negative numbers become the largest.
        for (const auto& in :
             {exact_integers<T>(count, -most, -1), exact_integers<T>(count, 1, most),
              exact_integers<T>(count, -most, most)})
            for (const unsigned every : {1u, 3u, 50u, 1000u})
                for (const bool in_midst : {false, true})
                    expect_joined<T>(kernel, operations, in, block, every, in_midst);
    }
}

template <class T>
void AtomicOperations::expect_joined(const char* kernel, const std::vector<std::size_t>& operations,
                                     const std::vector<T>& in, unsigned block, unsigned every,
                                     bool in_midst) {
    std::vector<T> totals(kOperations), columns(kOperations * block),
        of_blocks(kAtomicBlocks * kOperations);
    for (std::size_t k = 0; k < kOperations; ++k) {
        totals[k] = start<T>(k, in_midst);
        std::fill_n(columns.begin() + static_cast<std::ptrdiff_t>(k * block), block, totals[k]);
        for (std::size_t b = 0; b < kAtomicBlocks; ++b) of_blocks[b * kOperations + k] = totals[k];
    }
    const auto from = to_device(stream_, in);
    auto to_totals = to_device(stream_, totals), to_columns = to_device(stream_, columns),
         to_blocks = to_device(stream_, of_blocks);
    program_.kernel<void(unsigned, unsigned, const T*, T*, T*, T*)>(kernel).launch(
        stream_, {.grid = {kAtomicBlocks}, .block = {block}}, in.size(), every, from, to_totals,
        to_columns, to_blocks);
    for (std::size_t i = 0; i < in.size(); i += every)
        for (const std::size_t k : operations)
            for (T* place : {&totals[k], &columns[k * block + i % block],
                             &of_blocks[i / block * kOperations + k]})
                *place = joined(k, *place, in[i]);
    const std::string where = std::string(kernel) + ", every " + std::to_string(every) +
                              ", blocks of " + std::to_string(block);
    EXPECT_EQ(to_vector(stream_, to_totals), totals) << where;
    EXPECT_EQ(to_vector(stream_, to_columns), columns) << where;
    EXPECT_EQ(to_vector(stream_, to_blocks), of_blocks) << where;
}

TEST_P(AtomicOperations, CombineSignedIntegers) {
    expect_joined<int>("join_int", {0, 1, 2, 3, 4, 5, 6}, 0x7fffffff);
    expect_joined<long long>("join_long_long", {2, 3}, 0x1p62);
}

TEST_P(AtomicOperations, CombineUnsignedIntegers) {
    expect_joined<unsigned>("join_unsigned", {0, 1, 2, 3, 4, 5, 6}, 0x7fffffff);
    expect_joined<unsigned long long>("join_unsigned_long_long", {0, 2, 3, 4, 5, 6}, 0x1p62);
}

TEST_P(AtomicOperations, AddFloatingPointNumbers) {
    expect_joined<float>("join_float", {0}, 1000);
    expect_joined<double>("join_double", {0}, 1e9);
}

LaunchShape shape_for(const std::string& kernel, unsigned count) {
    if (kernel.find("_in_block") != std::string::npos) return {.grid = {1}, .block = {count}};
    return {.grid = {(count + 99) / 100}, .block = {100}};
}

template <class T>
void AtomicOperations::expect_exchanged(const std::string& kernel, unsigned every) {
    constexpr std::size_t kCount = 1000;
    const std::size_t active = (kCount + every - 1) / every;
    auto places = to_device(stream_, std::vector<T>{7, 5000, 9});
    auto old = to_device(stream_, std::vector<T>(3 * kCount, T(0)));
    program_.kernel<void(unsigned, unsigned, T*, T*)>(kernel).launch(
        stream_, shape_for(kernel, kCount), kCount, every, places, old);
    const auto last = to_vector(stream_, places), found = to_vector(stream_, old);
    std::vector<T> added, exchanged{last[1]}, swapped, stored{5000};
    for (std::size_t i = 0; i < kCount; i += every) {
        added.push_back(found[i]);
        exchanged.push_back(found[kCount + i]);
        swapped.push_back(found[2 * kCount + i]);
        stored.push_back(static_cast<T>(i));
    }
    for (auto* all : {&added, &exchanged, &swapped, &stored}) std::ranges::sort(*all);
    EXPECT_EQ(last[0], static_cast<T>(7 + active)) << kernel;
    EXPECT_EQ(last[2], static_cast<T>(9 + 3 * active)) << kernel;
    EXPECT_EQ(exchanged, stored) << kernel;
    for (std::size_t i = 0; i < active; ++i) {
        ASSERT_EQ(added[i], static_cast<T>(7 + i)) << kernel;
        ASSERT_EQ(swapped[i], static_cast<T>(9 + 3 * i)) << kernel;
    }
}

TEST_P(AtomicOperations, ReturnTheOldValueToEachThread) {
    for (const std::string name : {"exchanged", "exchanged_in_block"})
        for (const unsigned every : {1u, 3u, 64u}) {
            expect_exchanged<int>(name + "<int>", every);
            expect_exchanged<unsigned>(name + "<unsigned>", every);
            expect_exchanged<unsigned long long>(name + "<unsigned long long>", every);
        }
}

void AtomicOperations::expect_counted(const std::string& kernel, unsigned every) {
    constexpr unsigned kCount = 300;
    auto places = to_device(stream_, std::vector<unsigned>{4, 4, 4});
    auto old = to_device(stream_, std::vector<unsigned>(3 * kCount, 0));
    program_.kernel<void(unsigned, unsigned, unsigned*, unsigned*)>(kernel).launch(
        stream_, shape_for(kernel, kCount), kCount, every, places, old);
    const auto last = to_vector(stream_, places), found = to_vector(stream_, old);
    std::vector<unsigned> state{4, 4, 4};
    std::map<unsigned, int> expected[3], times[3];
    for (std::size_t i = 0; i < kCount; i += every) {
        for (std::size_t k = 0; k < 3; ++k) {
            ++expected[k][state[k]];
            ++times[k][found[k * kCount + i]];
        }
        state = {state[0] == 10 ? 0 : state[0] + 1, state[1] == 0 ? 10 : state[1] - 1,
                 state[2] - 1};
    }
    EXPECT_EQ(last, state) << kernel << " " << every;
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_EQ(times[k], expected[k]) << kernel << " " << k << " " << every;
}

TEST_P(AtomicOperations, IncrementAndDecrementWrap) {
    for (const char* name : {"counted", "counted_in_block"})
        for (const unsigned every : {1u, 3u, 64u}) expect_counted(name, every);
}

INSTANTIATE_TEST_SUITE_P(Backends, AtomicOperations, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
