// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// The signatures of a ZIP archive's parts (APPNOTE.TXT 6.3.10, section 4.3), and the placeholder
/// values for numbers that are stored elsewhere in 64 bits.
namespace glint::zip {

inline constexpr std::size_t kLocalMark = 0x04034b50, kEntryMark = 0x02014b50;
inline constexpr std::size_t kEndMark = 0x06054b50;
inline constexpr std::size_t kWideEndMark = 0x06064b50, kWidePlaceMark = 0x07064b50;
inline constexpr std::size_t kElsewhere = 0xffff'ffff, kCountElsewhere = 0xffff;

/// Appends `bytes` bytes of `number`, lowest byte first.
inline void put(std::string& text, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8 * i & 0xff);
}

}  // namespace glint::zip
