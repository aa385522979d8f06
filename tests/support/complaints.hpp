// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <gtest/gtest.h>

namespace glint::test {

/// While it lives, this test must write exactly `count` warnings or errors to the log; its end
/// fails the test if it wrote another number. Any other complaint fails a test.
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

/// Fails a test that wrote a warning or an error to the log without an ExpectedComplaints.
class ComplaintListener : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo&) override;
    void OnTestEnd(const testing::TestInfo&) override;

    std::size_t before_ = 0;
};

}  // namespace glint::test
