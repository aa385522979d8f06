// SPDX-License-Identifier: MIT
#include <cstdlib>

#include <gtest/gtest.h>

#include <support/complaints.hpp>
#include <support/requirements.hpp>

int main(int argc, char** argv) {
    // Sets these variables here rather than in ctest, so that they also apply to a test started by
    // hand, in a debugger or under compute-sanitizer. Tests must not use the user's own cache or
    // the kernels of an installed glint.
    setenv("GLINT_CACHE_DIR", GLINT_TEST_CACHE_DIR, 0);
    setenv("GLINT_ROOT", GLINT_TEST_SOURCE_DIR, 0);
    testing::InitGoogleTest(&argc, argv);
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    listeners.Append(new glint::test::ComplaintListener);
    listeners.Append(new glint::test::RequirementListener);
    return RUN_ALL_TESTS();
}
