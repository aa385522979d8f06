// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <gtest/gtest.h>

namespace glint::test {

/// During its lifetime, expects exactly `count` warnings or errors in the log. The destructor fails
/// the test if the number differs. Without such an object, any warning or error fails the test.
class [[nodiscard]] ExpectedComplaints {
public:
    explicit ExpectedComplaints(std::size_t count) noexcept;
    ~ExpectedComplaints();
    ExpectedComplaints(const ExpectedComplaints&) = delete;
    ExpectedComplaints& operator=(const ExpectedComplaints&) = delete;

private:
    std::size_t count_;
    std::size_t before_;
};

/// Fails a test that logs a warning or an error without an ExpectedComplaints object.
class ComplaintListener : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo&) override;
    void OnTestEnd(const testing::TestInfo&) override;

    std::size_t before_ = 0;
};

}  // namespace glint::test
