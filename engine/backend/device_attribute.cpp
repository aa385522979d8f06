// SPDX-License-Identifier: MIT
#include <glint/backend/device_attribute.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint {
namespace {

struct Row {
    DeviceAttribute attribute;
    std::string_view name;
};

#define GLINT_ROW(name, cuda_name, number) Row{DeviceAttribute::name, #name},
constexpr std::array kRows{GLINT_DEVICE_ATTRIBUTES(GLINT_ROW)};
#undef GLINT_ROW

#define GLINT_VALUE(name, cuda_name, number) DeviceAttribute::name,
constexpr std::array kAttributes{GLINT_DEVICE_ATTRIBUTES(GLINT_VALUE)};
#undef GLINT_VALUE

constexpr std::string_view kCudaPrefix = "cu_device_attribute_";

}  // namespace

std::span<const DeviceAttribute> device_attributes() noexcept { return kAttributes; }

std::string to_string(DeviceAttribute attribute) {
    const auto row = std::ranges::find(kRows, attribute, &Row::attribute);
    return row == kRows.end() ? fmt::format("attribute {}", static_cast<int>(attribute))
                              : std::string(row->name);
}

std::optional<DeviceAttribute> find_device_attribute(std::string_view name) {
    const std::string lower = text::lower_case(name);
    std::string_view wanted = lower;
    if (wanted.starts_with(kCudaPrefix)) wanted.remove_prefix(kCudaPrefix.size());
    const auto row = std::ranges::find(kRows, wanted, &Row::name);
    if (row == kRows.end()) return std::nullopt;
    return row->attribute;
}

}  // namespace glint
