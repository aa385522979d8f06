// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace glint::app {

/// A progress bar on stderr. On a terminal, the bar is redrawn in place. Otherwise, the bar prints
/// a line for each tenth of the progress.
class ProgressBar {
public:
    ProgressBar(std::string label, unsigned total);
    /// Ends the line if the bar is not full.
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    void show(unsigned done);

private:
    void redraw(unsigned done);
    double rate(unsigned done) const;

    std::string label_;
    unsigned total_;
    bool terminal_;
    unsigned shown_tenths_ = 0;
    bool line_open_ = false;
    std::chrono::steady_clock::time_point start_;
};

}  // namespace glint::app
