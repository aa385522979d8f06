// SPDX-License-Identifier: MIT
#include <glint/backend/architecture.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::driver {
namespace {

constexpr std::string_view kReal = "sm_";
constexpr std::string_view kVirtual = "compute_";

}  // namespace

Architecture parse_architecture(std::string_view text) {
    Architecture found;
    found.is_virtual = text.starts_with(kVirtual);
    std::string_view digits = text.substr(0, 0);
    if (found.is_virtual || text.starts_with(kReal))
        digits = text.substr(found.is_virtual ? kVirtual.size() : kReal.size());
    if (digits.ends_with('a') || digits.ends_with('f')) {
        found.features = digits.back();
        digits.remove_suffix(1);
    }
    const auto capability = text::parse_unsigned(digits);
    if (!capability || *capability < 10 || *capability > 999)
        throw Error(ErrorCode::invalid_argument, fmt::format("compile for '{}'", text),
                    "an architecture has the form sm_90, sm_90a or compute_90");
    found.capability = static_cast<int>(*capability);
    return found;
}

std::string to_string(const Architecture& architecture) {
    std::string text =
        fmt::format("{}{}", architecture.is_virtual ? kVirtual : kReal, architecture.capability);
    if (architecture.features) text += architecture.features;
    return text;
}

}  // namespace glint::driver
