// SPDX-License-Identifier: MIT
#include <glint/interop/sharing.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

namespace glint::interop {
namespace {

TEST(Sharing, NamesRoundTrip) {
    for (const Sharing way : {Sharing::automatic, Sharing::exported, Sharing::registered,
                              Sharing::staging, Sharing::host})
        EXPECT_EQ(parse_sharing(to_string(way)), way);
}

TEST(Sharing, UnknownNamesListTheChoices) {
    try {
        parse_sharing("magic");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_STREQ(error.what(),
                     "cannot use sharing method 'magic': the sharing method is unknown. Use auto, "
                     "exported, registered, staging or host");
    }
}

TEST(Sharing, EveryDeviceHasAFallbackMethod) {
    EXPECT_EQ(sharing_methods(BackendKind::cuda).front(), Sharing::exported);
    EXPECT_EQ(sharing_methods(BackendKind::cuda).back(), Sharing::host);
    EXPECT_EQ(std::ranges::count(sharing_methods(BackendKind::cpu), Sharing::host), 1);
    EXPECT_EQ(std::ranges::count(sharing_methods(BackendKind::cpu), Sharing::exported), 0);
}

}  // namespace
}  // namespace glint::interop
