// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes_passes.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>

namespace glint::cpu {
namespace {

constexpr const char* kOmittedPasses = "GLINT_CPU_LANES_WITHOUT";

// The names are in the order of the enumeration LanesPass.
constexpr std::array<std::string_view, 22> kNames = {
    "bound_indices",     "split_steps",   "widen_indices", "grid_loops",       "reads_ahead",
    "narrow_groups",     "strips",        "joined_blocks", "launch_constants", "repeated_values",
    "whole_versions",    "usual_answers", "skipped_parts", "row_divisions",    "double_divisions",
    "members",           "neighbours",    "likely_rows",   "combined_atomics", "last_atomics",
    "repeated_operands", "whole_tests"};
static_assert(kNames.size() == static_cast<std::size_t>(LanesPass::whole_tests) + 1);

LanesPass pass_of(std::string_view name, const std::string& operation) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end())
        throw Error(
            ErrorCode::invalid_argument, operation,
            fmt::format("unknown lane pass '{}'. Use one of {}", name, fmt::join(kNames, ", ")));
    return static_cast<LanesPass>(found - kNames.begin());
}

}  // namespace

LanesPasses::LanesPasses(std::string_view left_out, const std::string& operation) {
    while (!left_out.empty()) {
        const std::size_t length = std::min(left_out.find(','), left_out.size());
        left_out_ |= bit(pass_of(left_out.substr(0, length), operation));
        left_out.remove_prefix(std::min(length + 1, left_out.size()));
    }
}

LanesPasses asked_lanes_passes() {
    const char* names = std::getenv(kOmittedPasses);
    return names == nullptr ? LanesPasses()
                            : LanesPasses(names, std::string("read ") + kOmittedPasses);
}

}  // namespace glint::cpu
