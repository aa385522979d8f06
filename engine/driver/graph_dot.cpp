// SPDX-License-Identifier: MIT
#include <map>

#include <fmt/format.h>

#include <glint/driver/graph.hpp>

namespace glint {
namespace {

std::string label_of(const driver::GraphNodeInfo& node) {
    std::string label(to_string(node.kind));
    if (!node.label.empty()) label += ' ';
    for (const char letter : node.label) {
        if (letter == '"' || letter == '\\') label += '\\';
        label += letter;
    }
    return label;
}

}  // namespace

std::string Graph::dot() const {
    std::string text = "digraph {\n";
    std::map<driver::GraphNodeId, std::size_t> numbers;
    for (const driver::GraphNodeInfo& node : state().nodes()) {
        const auto number = numbers.try_emplace(node.id, numbers.size()).first->second;
        text += fmt::format("    n{} [label=\"{}\"];\n", number, label_of(node));
    }
    for (const driver::GraphEdge& edge : state().edges())
        text += fmt::format("    n{} -> n{};\n", numbers[edge.from], numbers[edge.to]);
    return text + "}\n";
}

}  // namespace glint
