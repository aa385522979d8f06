// SPDX-License-Identifier: MIT
#include <algorithm>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using bodies::mix;
using driver::Dim3;

/// All tests in this file share one compilation.
class CpuLanesAtomics : public testing::TestWithParam<Dim3> {
protected:
    static Program& program() {
        static Program value(lanes_source("lanes_atomics.cu"));
        return value;
    }
    static Dim3 block() { return GetParam(); }
    static unsigned threads() { return threads_of(GetParam()); }
};

TEST_P(CpuLanesAtomics, PerThreadSumsReachMemory) {
    const unsigned count = 37 * threads() - threads() / 2;
    std::vector<unsigned> sums(threads(), 7), rests(threads(), 1u << 30);
    std::vector<int> least(2 * threads(), 999);
    std::vector<float> reals(threads(), 1);
    auto expected_sums = sums, expected_rests = rests;
    auto expected_least = least;
    auto expected_reals = reals;
    unsigned* nowhere = nullptr;
    program().run("sums_by_thread", {.grid = {37}, .block = block()}, count, sums.data(),
                  rests.data(), least.data(), reals.data(), nowhere);
    for (unsigned i = 0; i < count; ++i) {
        const unsigned t = i % threads();
        expected_sums[t] += 3 * i + 3;
        expected_rests[t] -= i % 5;
        expected_reals[t] += 0.25f * static_cast<float>(i % 8);
        int& smallest = expected_least[2 * t + 1];
        if (i % 3 == 0) smallest = std::min(smallest, static_cast<int>(mix(i) % 1000));
    }
    EXPECT_EQ(sums, expected_sums);
    EXPECT_EQ(rests, expected_rests);
    EXPECT_EQ(least, expected_least);
    EXPECT_EQ(reals, expected_reals);
}

TEST_P(CpuLanesAtomics, IndicesMayDifferBetweenBlocks) {
    std::vector<unsigned> sums(threads() + 1), expected(threads() + 1);
    program().run("sums_by_block", {.grid = {9}, .block = block()}, sums.data());
    for (unsigned t = 0; t < threads(); ++t) {
        expected[t] += 5 + 9 * 16;
        expected[t + 1] += 4;
    }
    EXPECT_EQ(sums, expected);
}

TEST_P(CpuLanesAtomics, SharedTablesAreUpdatedBeforeReads) {
    std::vector<unsigned char> values(13 * threads() + 5);
    std::vector<unsigned> bins(8, 3), expected(8, 3);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<unsigned char>(mix(static_cast<unsigned>(i)));
        expected[values[i] % 8] += values[i] + 1u;
    }
    program().run("shared_tables", {.grid = {3}, .block = block()},
                  static_cast<unsigned>(values.size()), values.data(), bins.data());
    EXPECT_EQ(bins, expected);
}

TEST_P(CpuLanesAtomics, IndicesFromSharedMemoryAreUpToDate) {
    std::vector<unsigned> out(2 * threads()), expected(2 * threads());
    program().run("tables_that_lead_on", {.grid = {2}, .block = block()}, out.data());
    for (unsigned first = 0; first < 2 * threads(); first += threads()) {
        for (unsigned t = 0; t < threads(); ++t) {
            expected[first + t] += mix(first + t) % 2;
            // A block of one thread reads only one element, so a count in the second element has no
            // effect.
            if (mix(first + t) % 2 < threads()) expected[first + mix(first + t) % 2] += 2;
        }
    }
    EXPECT_EQ(out, expected);
}

TEST_P(CpuLanesAtomics, SharedMemoryRowsAreReadAsWritten) {
    std::vector<unsigned> out(2 * threads());
    program().run("shared_rows", {.grid = {2}, .block = block()}, out.data());
    for (unsigned i = 0; i < 2 * threads(); ++i) {
        const unsigned other = i / threads() * threads() + threads() - 1 - i % threads();
        unsigned expected = 0;
        for (unsigned k = 0; k < 4; ++k)
            expected = 3 * expected + mix(4 * other + k) + 7 * mix(4 * i + 3 - k);
        ASSERT_EQ(out[i], expected) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Blocks, CpuLanesAtomics, testing::ValuesIn(kBlocks),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace glint::cpu::test
