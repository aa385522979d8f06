// SPDX-License-Identifier: MIT
#include "child.hpp"

#include <csignal>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

namespace glint::fuzz {
namespace {

TEST(Child, OutputIsReturned) {
    const std::string text(200000, 'x');
    const Ending ending = in_child([&] { return text; }, 20);
    EXPECT_EQ(ending.text, text);
    EXPECT_EQ(ending.trouble, "");
}

TEST(Child, ACrashAndAHangAreDistinguished) {
    const auto crash = [] {
        std::raise(SIGKILL);
        return std::string();
    };
    const auto hang = [] {
        std::this_thread::sleep_for(std::chrono::minutes(5));
        return std::string();
    };
    EXPECT_EQ(in_child(crash, 20).trouble, "killed by signal 9");
    EXPECT_EQ(in_child(hang, 0.2).trouble, "ran too long");
}

TEST(Child, EachExitIsReportedOnce) {
    std::vector<Work> works;
    for (int i = 0; i < 7; ++i) works.push_back([i] { return std::to_string(i); });
    std::vector<std::string> texts(7);
    in_children(works, 3, 20,
                [&](std::size_t i, const Ending& ending) { texts[i] += ending.text; });
    EXPECT_EQ(texts, (std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6"}));
}

}  // namespace
}  // namespace glint::fuzz
