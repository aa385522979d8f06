// SPDX-License-Identifier: MIT
#include <glint/app/detail/progress_bar.hpp>

#include <algorithm>

#include <gtest/gtest.h>

namespace glint::app {
namespace {

// GoogleTest captures stderr in a file, which is not a terminal.
std::string shown(unsigned total, const std::vector<unsigned>& frames) {
    testing::internal::CaptureStderr();
    {
        ProgressBar bar("sand", total);
        for (const unsigned frame : frames) bar.show(frame);
    }
    return testing::internal::GetCapturedStderr();
}

TEST(ProgressBar, WritesALinePerTenth) {
    std::vector<unsigned> frames(240);
    for (unsigned i = 0; i < frames.size(); ++i) frames[i] = i + 1;
    const std::string text = shown(240, frames);
    EXPECT_EQ(std::ranges::count(text, '\n'), 10);
    EXPECT_EQ(text.find("sand [###                           ] 24/240  "), 0u) << text;
    EXPECT_NE(text.find("\nsand [##############################] 240/240  "), text.npos) << text;
    EXPECT_TRUE(text.ends_with(" frames/s\n")) << text;
}

TEST(ProgressBar, FillsProportionally) {
    EXPECT_EQ(shown(2, {1}).substr(0, 42), "sand [###############               ] 1/2 ");
    EXPECT_EQ(shown(3, {2}).substr(0, 42), "sand [####################          ] 2/3 ");
}

TEST(ProgressBar, WritesNothingBeforeTheFirstTenth) { EXPECT_EQ(shown(100, {1, 2, 9}), ""); }

TEST(ProgressBar, SupportsOneFrame) {
    const std::string text = shown(1, {1});
    EXPECT_EQ(std::ranges::count(text, '\n'), 1);
    EXPECT_NE(text.find("1/1"), text.npos);
}

}  // namespace
}  // namespace glint::app
