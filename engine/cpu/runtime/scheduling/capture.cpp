// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/capture.hpp>

#include <algorithm>

namespace glint::cpu {

// Checks only the new nodes without successors. Every other new node leads to one of these nodes.
bool Capture::all_lead_to(const std::vector<std::size_t>& last) const {
    const std::vector<GraphNode> nodes = nodes_->all();
    std::vector<bool> is_end(nodes.size(), true);
    for (const GraphNode& node : nodes)
        for (const std::size_t before : node.after) is_end[before] = false;
    for (std::size_t i = first_; i < nodes.size(); ++i)
        if (is_end[i] && std::ranges::find(last, i) == last.end()) return false;
    return true;
}

void CapturePlace::join(const CapturePlace& other) {
    for (const std::size_t node : other.last)
        if (std::ranges::find(last, node) == last.end()) last.push_back(node);
}

}  // namespace glint::cpu
