// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace glint {

/// Returns `text` without the UTF-8 byte order mark with which some editors begin files.
constexpr std::string_view without_byte_order_mark(std::string_view text) noexcept {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

}  // namespace glint
