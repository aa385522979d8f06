// SPDX-License-Identifier: MIT
#include <glint/app/detail/progress_bar.hpp>

#include <algorithm>

#include <unistd.h>

#include <fmt/format.h>
#include <glint/base/console.hpp>

namespace glint::app {

ProgressBar::ProgressBar(std::string label, unsigned total)
    : label_(std::move(label)),
      total_(std::max(total, 1u)),
      terminal_(isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
    if (line_open_) console::draw("\n");
}

void ProgressBar::show(unsigned done) {
    const auto tenths = static_cast<unsigned>(10ull * done / total_);
    if (!terminal_ && tenths == shown_tenths_) return;
    shown_tenths_ = tenths;
    redraw(done);
}

void ProgressBar::redraw(unsigned done) {
    constexpr unsigned kWidth = 30;
    line_open_ = terminal_ && done < total_;
    const auto filled = static_cast<unsigned>(std::size_t(kWidth) * done / total_);
    console::draw(fmt::format("{}{} [{:<{}}] {}/{}  {:.0f} frames/s{}", terminal_ ? "\r" : "",
                              console::printable(label_), std::string(filled, '#'), kWidth, done,
                              total_, rate(done), line_open_ ? "" : "\n"));
}

double ProgressBar::rate(unsigned done) const {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    return done / std::max(elapsed.count(), 1e-9);
}

}  // namespace glint::app
