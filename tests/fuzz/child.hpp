// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace glint::fuzz {

/// How a process of ours ended.
struct Ending {
    std::string text;     ///< what it wrote
    std::string trouble;  ///< "killed by signal 11"; empty if it ended well
};

/// A piece of work, which gives a text.
using Work = std::function<std::string()>;

/// Does `work` in a process of its own, so that a crash or a hang in it is survived.
Ending in_child(const Work& work, double timeout_seconds);

/// Does each of `works` in a process of its own, `jobs` at a time, and hands over how each ended,
/// with its number, in the order in which they end. The caller must not have started threads.
void in_children(const std::vector<Work>& works, int jobs, double timeout_seconds,
                 const std::function<void(std::size_t, const Ending&)>& ended);

}  // namespace glint::fuzz
