// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace glint::fuzz {

/// How a child process ended.
struct Ending {
    std::string text;     ///< its output
    std::string trouble;  ///< "killed by signal 11", for example; empty on success
};

/// A task that returns its output as text.
using Work = std::function<std::string()>;

/// Runs `work` in a child process, so that this process survives a crash or a hang.
Ending in_child(const Work& work, double timeout_seconds);

/// Runs each of `works` in a child process, `jobs` at a time. Calls `ended` with the index and the
/// ending of each, in the order in which they end. The caller must not have started threads.
void in_children(const std::vector<Work>& works, int jobs, double timeout_seconds,
                 const std::function<void(std::size_t, const Ending&)>& ended);

}  // namespace glint::fuzz
