// SPDX-License-Identifier: MIT
#include <glint/cuda/error_code.hpp>

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace glint::driver::cuda {
namespace {

std::vector<int> results_with(ErrorCode code) {
    std::vector<int> found;
    for (int result = 1; result <= 999; ++result)
        if (code_of(static_cast<CUresult>(result)) == code) found.push_back(result);
    return found;
}

using Results = std::vector<int>;

TEST(ErrorCodes, ClassifyDriverResults) {
    EXPECT_EQ(results_with(ErrorCode::launch),
              (Results{700, 701, 702, 703, 710, 714, 715, 716, 717, 718, 719, 721}));
    EXPECT_EQ(results_with(ErrorCode::out_of_memory), (Results{2}));
    EXPECT_EQ(results_with(ErrorCode::invalid_argument),
              (Results{1, 101, 219, 400, 705, 713, 720, 912, 914, 915}));
    EXPECT_EQ(
        results_with(ErrorCode::invalid_state),
        (Results{3,   4,   6,   7,   8,   201, 202, 207, 208, 210, 211, 212, 213, 216, 401, 600,
                 704, 708, 709, 712, 900, 901, 902, 903, 904, 905, 906, 907, 908, 910, 913}));
    EXPECT_EQ(results_with(ErrorCode::unsupported),
              (Results{5, 34, 36, 102, 209, 215, 217, 221, 222, 223, 224, 225, 800, 801, 803, 804,
                       811, 812}));
    EXPECT_EQ(results_with(ErrorCode::not_found), (Results{100, 301, 302, 500}));
    EXPECT_EQ(results_with(ErrorCode::bad_input), (Results{200, 218, 300}));
}

TEST(ErrorCodes, IdentifyErrorsThatEndAContext) {
    std::set<int> fatal;
    for (int result = 0; result <= 999; ++result)
        if (is_fatal(static_cast<CUresult>(result))) fatal.insert(result);
    EXPECT_EQ(fatal, (std::set<int>{214, 220, 226, 700, 702, 710, 714, 715, 716, 717, 718, 719, 721,
                                    810, 911}));
}

}  // namespace
}  // namespace glint::driver::cuda
