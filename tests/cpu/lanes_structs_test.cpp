// SPDX-License-Identifier: MIT
#include <array>
#include <cstdint>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using bodies::mix;

template <unsigned words>
using Words = std::array<unsigned, words>;

template <unsigned words>
std::vector<Words<words>> numbered(unsigned count, unsigned from) {
    std::vector<Words<words>> structs(count);
    for (unsigned i = 0; i < count; ++i)
        for (unsigned k = 0; k < words; ++k) structs[i][k] = mix(from + i * words + k);
    return structs;
}

struct __attribute__((packed)) Apart {
    std::uint16_t a;
    std::uint32_t b;
    std::uint16_t c;
    std::uint32_t d;
    bool operator==(const Apart&) const = default;
};
struct __attribute__((packed)) Odd {
    std::uint32_t b;
    std::uint8_t a;
    std::uint32_t d;
    std::uint8_t c;
    bool operator==(const Odd&) const = default;
};

class CpuLanesStructs : public testing::Test {
protected:
    static Program& program() {
        static Program value(lanes_source("lanes_structs.cu"));
        return value;
    }

    template <unsigned words>
    static void check(const std::string& name) {
        for (const driver::Dim3& block : kBlocks) {
            const testing::ScopedTrace trace(__FILE__, __LINE__, name + " in " + name_of(block));
            const unsigned threads = 2 * threads_of(block);
            const unsigned count = threads - threads / 5;
            const auto in = numbered<words>(threads, 1);
            const auto before = numbered<words>(threads, 7);
            auto out = before;
            program().run(name, {.grid = {2}, .block = block}, count, in.data(), out.data());
            for (unsigned i = 0; i < threads; ++i)
                ASSERT_EQ(out[i], i < count ? expected<words>(in, before, i, count) : before[i])
                    << i;
        }
    }

    template <class T>
    static void check_packed(const std::string& name) {
        for (const driver::Dim3& block : kBlocks) {
            const testing::ScopedTrace trace(__FILE__, __LINE__, name + " in " + name_of(block));
            const unsigned threads = 2 * threads_of(block), count = threads - threads / 5;
            std::vector<T> in(threads), out(threads, T{});
            for (unsigned i = 0; i < threads; ++i) {
                in[i].a = static_cast<decltype(T::a)>(mix(i));
                in[i].b = mix(i + 1);
                in[i].c = static_cast<decltype(T::c)>(mix(i + 2));
                in[i].d = mix(i + 3);
            }
            program().run(name, {.grid = {2}, .block = block}, count, in.data(), out.data());
            for (unsigned i = 0; i < threads; ++i) {
                T expected{};
                if (i < count) {
                    expected.a = in[i].c;
                    expected.b = in[i].d + in[mix(i) % count].b;
                    expected.c = in[i].a;
                    expected.d = in[i].b;
                }
                ASSERT_TRUE(out[i] == expected) << i;
            }
        }
    }

private:
    // Expected value for thread i. The kernels combine a thread's struct with another struct; some
    // threads change the first member.
    template <unsigned words>
    static Words<words> expected(const std::vector<Words<words>>& in,
                                 const std::vector<Words<words>>& before, unsigned i,
                                 unsigned count) {
        Words<words> result;
        const Words<words>& other = in[mix(i) % count];
        for (unsigned k = 0; k < words; ++k) result[k] = in[i][k] + 3 * other[k] + before[i][k];
        if (i % 3 == 1) result[0] = other[words - 1];
        return result;
    }
};

TEST_F(CpuLanesStructs, OfTwoWords) { check<2>("two"); }
TEST_F(CpuLanesStructs, OfThreeWords) { check<3>("three"); }
TEST_F(CpuLanesStructs, OfFourWords) { check<4>("four"); }
TEST_F(CpuLanesStructs, OfFiveWords) { check<5>("five"); }
TEST_F(CpuLanesStructs, OfEightWords) { check<8>("eight"); }

TEST_F(CpuLanesStructs, OfUnalignedWords) { check_packed<Apart>("apart"); }
TEST_F(CpuLanesStructs, OfPartialWords) { check_packed<Odd>("odd"); }

// Accesses a matrix row per thread, and rows as elements of shared memory.
TEST_F(CpuLanesStructs, InSharedMemory) {
    for (const driver::Dim3& block : kBlocks) {
        const testing::ScopedTrace trace(__FILE__, __LINE__, name_of(block));
        const unsigned threads = threads_of(block);
        const auto in = numbered<4>(threads, 3);
        std::vector<Words<4>> out(threads);
        program().run("reversed_in_shared", {.block = block}, in.data(), out.data());
        for (unsigned i = 0; i < threads; ++i) {
            const Words<4>& other = in[threads - 1 - i];
            ASSERT_EQ(out[i], (Words<4>{other[3], other[2], other[1] + in[i][1], other[0]})) << i;
        }
    }
}

TEST_F(CpuLanesStructs, MembersAreReadAfterABarrier) {
    for (const driver::Dim3& block : kBlocks) {
        const testing::ScopedTrace trace(__FILE__, __LINE__, name_of(block));
        std::vector<int> out(threads_of(block));
        program().run("member_after_barrier", {.block = block}, out.data());
        for (int i = 0; i < static_cast<int>(out.size()); ++i)
            ASSERT_EQ(out[static_cast<std::size_t>(i)], 1000 * (i + 1) + i + 1 + i % 100) << i;
    }
}

}  // namespace
}  // namespace glint::cpu::test
