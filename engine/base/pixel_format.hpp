// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace glint {

/// The pixel formats that kernels, OpenGL and files share.
enum class PixelFormat { rgba8, r32f, rg32f, rgba32f };

constexpr unsigned channel_count(PixelFormat format) noexcept {
    switch (format) {
        case PixelFormat::r32f: return 1;
        case PixelFormat::rg32f: return 2;
        case PixelFormat::rgba8:
        case PixelFormat::rgba32f: return 4;
    }
    return 0;
}

constexpr std::size_t pixel_bytes(PixelFormat format) noexcept {
    return channel_count(format) * (format == PixelFormat::rgba8 ? 1 : 4);
}

constexpr std::string_view to_string(PixelFormat format) noexcept {
    switch (format) {
        case PixelFormat::rgba8: return "rgba8";
        case PixelFormat::r32f: return "r32f";
        case PixelFormat::rg32f: return "rg32f";
        case PixelFormat::rgba32f: return "rgba32f";
    }
    return "unknown";
}

}  // namespace glint
