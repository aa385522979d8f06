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

TEST(Reduce, KeepsOnlyStatementsThatMatter) {
    const auto has_barrier = [](const Kernel& candidate) {
        return print(candidate).find("__syncthreads();") != std::string::npos;
    };
    // A seed's kernel depends on the order in which the host's compiler evaluates arguments.
    const Kernel kernel = [&] {
        for (std::uint64_t seed = 13;; ++seed)
            if (Kernel each = generate(seed); has_barrier(each) && count_statements(each) > 20)
                return each;
    }();
    const int before = count_statements(kernel);
    const Kernel small = reduce(kernel, has_barrier);
    EXPECT_TRUE(has_barrier(small));
    EXPECT_LT(count_statements(small), before / 4);
}

}  // namespace
}  // namespace glint::fuzz
