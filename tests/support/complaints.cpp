// SPDX-License-Identifier: MIT
#include <support/complaints.hpp>

#include <glint/base/log.hpp>

namespace glint::test {
namespace {

// Number of warnings and errors in the running test that ExpectedComplaints objects counted.
std::size_t expected = 0;

}  // namespace

ExpectedComplaints::ExpectedComplaints(std::size_t count) noexcept
    : count_(count), before_(log::complaint_count()) {}

ExpectedComplaints::~ExpectedComplaints() {
    const std::size_t written = log::complaint_count() - before_;
    expected += written;
    EXPECT_EQ(written, count_) << "warnings and errors in the log";
}

void ComplaintListener::OnTestStart(const testing::TestInfo&) {
    expected = 0;
    before_ = log::complaint_count();
}

void ComplaintListener::OnTestEnd(const testing::TestInfo&) {
    const std::size_t surprising = log::complaint_count() - before_ - expected;
    EXPECT_EQ(surprising, 0u) << "warnings and errors in the log that this test did not expect";
}

}  // namespace glint::test
