// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace glint::test {

/// Returns the value of the environment variable `GLINT_REQUIRE`, which lists the features that
/// this machine must have, for example "cuda,gl". Returns "" if it is not set.
inline std::string_view requirements() {
    const char* value = std::getenv("GLINT_REQUIRE");
    return value ? value : "";
}

/// Returns true if `GLINT_REQUIRE` names `feature`.
inline bool is_required(std::string_view feature) {
    std::string_view rest = requirements();
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        if (rest.substr(0, comma) == feature) return true;
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return false;
}

/// If `GLINT_REQUIRE` is set, fails tests that are skipped without permission, so that a machine
/// that must run all tests cannot pass by skipping them. The skip message starts with the missing
/// feature, for example `GTEST_SKIP() << "gl: no EGL device can draw"`. A test may skip only for a
/// known feature ("cuda", "gl", "window") that `GLINT_REQUIRE` does not name.
///
///   testing::UnitTest::GetInstance()->listeners().Append(new glint::test::RequirementListener);
class RequirementListener : public testing::EmptyTestEventListener {
public:
    /// Returns true if a test may skip with the message `reason`. The message must start with a
    /// known feature that `GLINT_REQUIRE` does not name.
    static bool may_skip(std::string_view reason) {
        constexpr std::array<std::string_view, 3> features{"cuda", "gl", "window"};
        const std::string_view feature = reason.substr(0, reason.find(':'));
        return std::ranges::find(features, feature) != features.end() && !is_required(feature);
    }

private:
    void OnTestEnd(const testing::TestInfo& test) override {
        if (requirements().empty() || !test.result()->Skipped()) return;
        const std::string reason = skip_reason(*test.result());
        if (may_skip(reason)) return;
        ADD_FAILURE() << "GLINT_REQUIRE=" << requirements()
                      << " does not allow this test to skip: " << reason;
    }

    static std::string skip_reason(const testing::TestResult& result) {
        for (int i = 0; i < result.total_part_count(); ++i) {
            const testing::TestPartResult& part = result.GetTestPartResult(i);
            if (part.skipped()) return part.message();
        }
        return {};
    }
};

}  // namespace glint::test
