// SPDX-License-Identifier: MIT
#include <glint/view/colormap.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/common.hpp>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/view/detail/colormap_stops.hpp>

namespace glint::view {
namespace {

constexpr std::array<std::string_view, 7> kNames = {"viridis", "magma", "inferno", "plasma",
                                                    "turbo",   "grey",  "coolwarm"};

glm::vec3 unpack(std::uint32_t color) {
    return glm::vec3(color >> 16, color >> 8 & 0xff, color & 0xff) / 255.0f;
}

[[noreturn]] void refuse(std::string_view name) {
    const std::vector<std::string> names(kNames.begin(), kNames.end());
    throw Error(ErrorCode::not_found, fmt::format("find colormap '{}'", name),
                fmt::format("the colormaps are {}{}", fmt::join(names, ", "),
                            text::did_you_mean(name, names)));
}

}  // namespace

std::span<const std::string_view> Colormap::names() noexcept { return kNames; }

Colormap::Colormap(std::string_view name) {
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end()) refuse(name);
    name_ = *found;
    stops_ = detail::colormap_stops(name_);
}

glm::vec3 Colormap::at(float t) const noexcept {
    if (std::isnan(t)) return glm::vec3(0.5f);
    const float place = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(stops_.size() - 1);
    const std::size_t left = std::min(static_cast<std::size_t>(place), stops_.size() - 2);
    return glm::mix(unpack(stops_[left]), unpack(stops_[left + 1]),
                    place - static_cast<float>(left));
}

std::array<glm::u8vec4, 256> Colormap::table() const {
    std::array<glm::u8vec4, 256> colors;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const glm::vec3 bytes = glm::round(255.0f * at(static_cast<float>(i) / 255.0f));
        colors[i] = glm::u8vec4(bytes, 255);
    }
    return colors;
}

gl::Texture2D Colormap::texture(const gl::Context& context) const {
    gl::Texture2D texture(context, {.width = 256, .height = 1});
    const auto colors = table();
    texture.upload(std::span<const glm::u8vec4>(colors));
    return texture;
}

}  // namespace glint::view
