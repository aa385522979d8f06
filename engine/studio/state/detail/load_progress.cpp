// SPDX-License-Identifier: MIT
#include <glint/studio/state/detail/load_progress.hpp>

#include <utility>

#include <fmt/format.h>
#include <glint/base/console.hpp>
#include <unistd.h>

namespace glint::studio {

LoadProgress::LoadProgress(std::string label)
    : label_(std::move(label)), is_terminal_(isatty(STDERR_FILENO) == 1) {}

LoadProgress::~LoadProgress() {
    if (has_bar_) console::draw("\r\x1b[K");
}

void LoadProgress::show(double part) {
    constexpr std::chrono::seconds kQuiet{1};
    constexpr int kWidth = 30;
    const auto taken = std::chrono::steady_clock::now() - start_;
    const int steps = static_cast<int>(part * (is_terminal_ ? 100 : 10));
    if (taken < kQuiet || steps == shown_) return;
    shown_ = steps;
    const auto left = std::chrono::duration<double>(taken).count() * (1 - part) / part;
    if (!is_terminal_) return console::say("{}: {:.0f} %\n", label_, 100 * part);
    has_bar_ = true;
    console::draw(fmt::format(
        "\r{} [{:<{}}] {:3.0f} %  {:.0f} s left \x1b[K", console::printable(label_),
        std::string(static_cast<std::size_t>(part * kWidth), '#'), kWidth, 100 * part, left));
}

}  // namespace glint::studio
