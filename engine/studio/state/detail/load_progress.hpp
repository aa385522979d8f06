// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace glint::studio {

/// Shows on stderr how much of a file has been read, if reading takes more than a second. On a
/// terminal, shows a bar that is redrawn in place; otherwise prints one line per 10%.
class LoadProgress {
public:
    explicit LoadProgress(std::string label);
    /// Removes the bar.
    ~LoadProgress();
    LoadProgress(const LoadProgress&) = delete;
    LoadProgress& operator=(const LoadProgress&) = delete;

    void show(double part);

private:
    std::string label_;
    bool is_terminal_;
    bool has_bar_ = false;
    int shown_ = 0;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace glint::studio
