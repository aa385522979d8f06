// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/lowering_policy.hpp>

#include <array>
#include <cstdlib>
#include <string>

#include <glint/base/error.hpp>

namespace glint::cpu {
namespace {

constexpr const char* kPolicyVariable = "GLINT_CPU_LOWERING";

// The names are in the order of the enumerations Lowering and LoweringPolicy.
constexpr std::array<std::string_view, 3> kLowerings = {"loops", "fibres", "lanes"};
constexpr std::array<std::string_view, 4> kPolicies = {"best", "loops", "fibres", "lanes"};

}  // namespace

std::string_view to_string(Lowering lowering) noexcept {
    return kLowerings[static_cast<std::size_t>(lowering)];
}

std::string_view to_string(LoweringPolicy policy) noexcept {
    return kPolicies[static_cast<std::size_t>(policy)];
}

LoweringPolicy lowering_policy(std::string_view name, std::string_view operation) {
    if (name.empty()) return LoweringPolicy::best;
    for (std::size_t i = 0; i < kPolicies.size(); ++i)
        if (kPolicies[i] == name) return static_cast<LoweringPolicy>(i);
    throw Error(
        ErrorCode::invalid_argument, operation,
        "unknown CPU lowering '" + std::string(name) + "'. Use best, loops, fibres or lanes");
}

LoweringPolicy asked_policy(LoweringPolicy of_source) {
    const char* name = std::getenv(kPolicyVariable);
    if (name == nullptr || *name == 0) return of_source;
    return lowering_policy(name, std::string("read ") + kPolicyVariable);
}

}  // namespace glint::cpu
