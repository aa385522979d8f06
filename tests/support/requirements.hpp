#pragma once

#include <string_view>

#include <gtest/gtest.h>

namespace glint::test {

/// Whether `GLINT_REQUIRE`, as in "cuda,gl", names `feature`: this machine must have it.
bool is_required(std::string_view feature);

/// Fails a skipped test where `GLINT_REQUIRE` is set, so that a machine which ought to run
/// everything cannot pass by skipping. A test skips with the feature that it lacks and why, as in
/// `GTEST_SKIP() << "gl: no EGL device can draw"`; it may skip if that feature is optional, which
/// of the known ones ("cuda", "gl", "window") those are that `GLINT_REQUIRE` does not name.
class RequirementListener : public testing::EmptyTestEventListener {
    void OnTestEnd(const testing::TestInfo& test) override;
};

}  // namespace glint::test
