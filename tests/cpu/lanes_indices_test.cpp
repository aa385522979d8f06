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

}  // namespace
}  // namespace glint::cpu::test
