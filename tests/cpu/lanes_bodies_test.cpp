// SPDX-License-Identifier: MIT
#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

struct Body {
    const char* name;
    unsigned (*function)(unsigned);
};

#define GLINT_ENTRY(name) {#name, bodies::name},
constexpr Body kBodies[] = {GLINT_EACH_BODY(GLINT_ENTRY)};
#undef GLINT_ENTRY

/// Expects each thread to compute the same result as the host, whichever branches its neighbors
/// take.
class CpuLanesBody : public testing::TestWithParam<Body> {};

TEST_P(CpuLanesBody, MatchesTheHost) {
    constexpr unsigned kGuard = 0xdeadbeef;
    Program program(lanes_source("lanes_bodies.cu"));
    for (const driver::Dim3& block :
         {driver::Dim3{7}, {33}, {100}, {256}, {16, 16}, {33, 3}, {5, 5, 5}}) {
        const unsigned threads = 3 * threads_of(block), count = threads - 2;
        std::vector<unsigned> out(threads, kGuard);
        program.run(GetParam().name, {.grid = {3}, .block = block}, count, out.data());
        for (unsigned i = 0; i < count; ++i)
            ASSERT_EQ(out[i], GetParam().function(i)) << name_of(block) << ", thread " << i;
        for (unsigned i = count; i < threads; ++i) ASSERT_EQ(out[i], kGuard) << name_of(block);
        EXPECT_EQ(program.kernel(GetParam().name).lowering(block), "lanes");
    }
}

INSTANTIATE_TEST_SUITE_P(Bodies, CpuLanesBody, testing::ValuesIn(kBodies),
                         [](const auto& body) { return std::string(body.param.name); });

}  // namespace
}  // namespace glint::cpu::test
