// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// The numbers that begin the parts of a ZIP archive (APPNOTE.TXT 6.3.10, section 4.3), and those
/// that stand for a number of 64 bits elsewhere.
namespace glint::zip {

inline constexpr std::size_t kLocalMark = 0x04034b50, kEntryMark = 0x02014b50;
inline constexpr std::size_t kEndMark = 0x06054b50;
inline constexpr std::size_t kWideEndMark = 0x06064b50, kWidePlaceMark = 0x07064b50;
inline constexpr std::size_t kElsewhere = 0xffff'ffff, kCountElsewhere = 0xffff;

/// Appends `bytes` bytes of `number`, the lowest first.
inline void put(std::string& text, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8 * i & 0xff);
}

}  // namespace glint::zip
