// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "arithmetic.hpp"
#include "generator.hpp"
#include "interpreter.hpp"
#include "print.hpp"
#include "reduce.hpp"

namespace glint::fuzz {
namespace {

TEST(Generator, TheSameSeedGivesTheSameKernel) {
    EXPECT_EQ(print(generate(7)), print(generate(7)));
    EXPECT_NE(print(generate(7)), print(generate(8)));
}

TEST(Generator, KernelsAreLegal) {
    int ran = 0;
    for (std::uint64_t seed = 100000; seed < 100100; ++seed) try {
            (void)interpret(generate(seed));
            ++ran;
        } catch (const TooLong&) {
        } catch (const Illegal& reason) {
            ADD_FAILURE() << "seed " << seed << ": " << reason.what();
        }
    EXPECT_GT(ran, 90);
}

TEST(Reduce, KeepsOnlyWhatMatters) {
    const Kernel kernel = generate(13);
    const int before = count_statements(kernel);
    const auto has_barrier = [](const Kernel& candidate) {
        return print(candidate).find("__syncthreads();") != std::string::npos;
    };
    ASSERT_TRUE(has_barrier(kernel));
    const Kernel small = reduce(kernel, has_barrier);
    EXPECT_TRUE(has_barrier(small));
    EXPECT_LT(count_statements(small), before / 4);
}

}  // namespace
}  // namespace glint::fuzz
