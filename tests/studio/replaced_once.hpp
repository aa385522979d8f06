// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace glint::test {

/// Replaces the first `what` in the text by `with`. Fails the test if there is none.
inline std::string replaced_once(std::string text, const std::string& what,
                                 const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, text.npos) << what;
    return text.replace(at, what.size(), with);
}

}  // namespace glint::test
