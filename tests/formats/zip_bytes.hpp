// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bytes.hpp"

namespace glint::test {

/// Header fields of a one-entry archive. Sizes and offsets may be wrong.
struct ZipClaims {
    std::string_view name = "x";
    std::string_view stored;
    std::uint16_t method = 0;
    std::uint32_t checksum = 0;
    std::uint32_t stored_bytes = 0, content_bytes = 0, header_at = 0;
    std::string extra = {};  ///< extra field of the directory entry
    std::uint16_t flags = 0;
    std::string local_extra = {};        ///< extra field of the local header
    std::uint16_t local_name_bytes = 0;  ///< 0: the actual length
};

inline constexpr std::uint32_t kInExtraField = 0xffffffff;

/// A ZIP archive with one entry, as specified in PKWARE's APPNOTE.TXT, 4.3.
inline std::string zip_bytes(const ZipClaims& entry) {
    using u16 = std::uint16_t;
    const u16 name_bytes = static_cast<u16>(entry.name.size());
    const std::string common = bytes(u16{45}, entry.flags, entry.method, u16{0}, u16{33},
                                     entry.checksum, entry.stored_bytes, entry.content_bytes);
    std::string all = "PK\x03\x04" + common +
                      bytes(entry.local_name_bytes ? entry.local_name_bytes : name_bytes,
                            static_cast<u16>(entry.local_extra.size()));
    all.append(entry.name).append(entry.local_extra).append(entry.stored);
    const auto directory_at = static_cast<std::uint32_t>(all.size());
    all += "PK\x01\x02" + bytes(u16{45}) + common +
           bytes(name_bytes, static_cast<u16>(entry.extra.size()), u16{0}, u16{0}, u16{0}, 0u,
                 entry.header_at);
    all.append(entry.name).append(entry.extra);
    const auto directory_bytes = static_cast<std::uint32_t>(all.size() - directory_at);
    return all + "PK\x05\x06" +
           bytes(u16{0}, u16{0}, u16{1}, u16{1}, directory_bytes, directory_at, u16{0});
}

/// An extra field with the 64-bit numbers that replace the fields set to `kInExtraField`.
template <class... Numbers>
std::string wide_numbers(Numbers... numbers) {
    return bytes(std::uint16_t{1}, static_cast<std::uint16_t>(8 * sizeof...(numbers)),
                 static_cast<std::uint64_t>(numbers)...);
}

}  // namespace glint::test
