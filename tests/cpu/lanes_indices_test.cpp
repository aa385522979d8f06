// SPDX-License-Identifier: MIT
#include <sys/mman.h>

#include <cstdint>
#include <numeric>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

int equal_indices(int i, int rounds) {
    const int odd = i < 32 ? i & 1 : 0;
    int value = 1000000 * (i + 1);
    for (int round = 0; round < rounds; ++round) value = 144 | (value / (odd + 1)) % (rounds + 7);
    return value;
}

TEST(CpuLanesIndices, ASelectionByEqualIndicesCompiles) {
    Program program(lanes_source("lanes_indices.cu"));
    std::vector<int> out(256);
    program.run("equal_indices", {.grid = {2}, .block = {32, 4}}, 3, out.data());
    for (int i = 0; i < 256; ++i) ASSERT_EQ(out[i], equal_indices(i, 3)) << i;
}

TEST(CpuLanesIndices, BlockIndicesAreRightInThreeDimensions) {
    using driver::Dim3;
    Program program(lanes_source("lanes_indices.cu"));
    for (const Dim3& grid : {Dim3{3, 2, 4}, Dim3{1, 5, 3}, Dim3{7, 1, 2}, Dim3{2, 300, 3}}) {
        constexpr unsigned kThreads = 40;
        const unsigned blocks = grid.x * grid.y * grid.z;
        std::vector<unsigned> out(std::size_t{2} * kThreads * blocks);
        program.run("where_in_grid", {.grid = grid, .block = {kThreads}}, out.data());
        for (unsigned i = 0; i < kThreads * blocks; ++i) {
            const unsigned b = i / kThreads;
            ASSERT_EQ(out[2 * i],
                      b % grid.x + 100 * (b / grid.x % grid.y) + 10000 * (b / (grid.x * grid.y)))
                << i;
            ASSERT_EQ(out[2 * i + 1], grid.x + 100 * grid.y + 10000 * grid.z) << i;
        }
    }
}

TEST(CpuLanesIndices, NeighborsInReverseOrder) {
    Program program(lanes_source("lanes_indices.cu"));
    for (const int count : {1, 15, 16, 17, 31, 250, 256}) {
        std::vector<float> from(300), to(300, -1);
        std::iota(from.begin(), from.end(), 0.0f);
        program.run("falling", {.grid = {2}, .block = {128}}, count, 280, from.data(), to.data());
        for (int i = 0; i < 300; ++i) {
            const bool is_written = i <= 280 && i > 280 - count;
            ASSERT_EQ(to[i], is_written ? from[i] + 1 : -1) << i << " of " << count;
        }
    }
}

TEST(CpuLanesIndices, UnsignedIndicesBelowZeroWrap) {
    Program program(lanes_source("lanes_indices.cu"));
    constexpr std::size_t kBytes = std::size_t(1) << 32;
    void* const memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    auto* const bytes = static_cast<unsigned char*>(memory);
    for (std::uint32_t i = 0; i < 128; ++i) {
        bytes[i] = static_cast<unsigned char>(i);
        bytes[kBytes - 1 - i] = static_cast<unsigned char>(128 + i);
    }
    for (const unsigned first : {0u, 5u, 16u, 40u}) {
        std::vector<unsigned char> out(64);
        program.run("falling_past_zero", {.grid = {2}, .block = {32}}, first, bytes, out.data());
        for (unsigned i = 0; i < 64; ++i) ASSERT_EQ(out[i], bytes[first - i]) << first << " " << i;
    }
    munmap(memory, kBytes);
}

template <class Word>
void check_neighbors(const std::string& kernel) {
    Program program(lanes_source("lanes_indices.cu"));
    constexpr int kApart = 40;
    std::vector<Word> from(300);
    std::vector<int> places(256);
    for (std::size_t i = 0; i < from.size(); ++i)
        from[i] = static_cast<Word>(bodies::mix(unsigned(i)) % 1000);
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = 2 + static_cast<int>(bodies::mix(unsigned(i)) % 240);
    for (const unsigned count : {1u, 15u, 32u, 100u, 256u}) {
        std::vector<Word> to(256, Word(7));
        program.run(kernel, {.grid = {2}, .block = {128}}, count, kApart, places.data(),
                    from.data(), to.data());
        for (unsigned i = 0; i < 256; ++i) {
            const Word *near = from.data() + places[i], *far = near + kApart;
            Word sum = near[-1] + 3 * near[0] + 5 * near[1] + 7 * far[1] + 9 * far[0];
            if (places[i] % 3 == 0) sum += near[5] - near[3] + far[-2] + 11 * far[9];
            ASSERT_EQ(to[i], i < count ? sum : Word(7)) << i << " of " << count;
        }
    }
}

TEST(CpuLanesIndices, NeighborsAtLoadedIndices) {
    check_neighbors<unsigned>("neighbours");
    check_neighbors<double>("wide_neighbours");
}

}  // namespace
}  // namespace glint::cpu::test
