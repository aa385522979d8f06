// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <base/scratch.hpp>

namespace glint::test {

/// The bytes of `values`, one after the other, in the given byte order.
template <std::endian order = std::endian::little, class... T>
std::string bytes(T... values) {
    std::string all;
    const auto add = [&](auto value) {
        std::string one(reinterpret_cast<const char*>(&value), sizeof(value));
        if (order != std::endian::native) std::ranges::reverse(one);
        all += one;
    };
    (add(values), ...);
    return all;
}

/// Reinterprets the bytes as numbers.
template <class T>
std::vector<T> numbers(const std::vector<std::byte>& from) {
    std::vector<T> all(from.size() / sizeof(T));
    std::memcpy(all.data(), from.data(), from.size());
    return all;
}

/// Calls `parse` with every truncation of `content`, as a file called `name`. It must throw an
/// Error, or return the same result as for the whole content.
template <class Parse>
void expect_truncations_are_seen(std::string_view name, std::string_view content, Parse parse) {
    const TemporaryFolder folder;
    const auto whole = parse(folder.write(name, content));
    for (std::size_t size = 0; size < content.size(); ++size) {
        const auto path = folder.write(name, content.substr(0, size));
        try {
            EXPECT_EQ(parse(path), whole) << "cut to " << size << " of " << content.size();
        } catch (const Error& error) {
            EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(ErrorCode::bad_input));
        }
    }
}

/// Calls `parse` with `content` after changing one byte, for each byte. It may throw an Error.
template <class Parse>
void expect_damage_is_survived(std::string_view name, std::string content, Parse parse) {
    const TemporaryFolder folder;
    for (char& letter : content) {
        const char intact = letter;
        for (const int flipped : {0x01, 0x80, 0xFF}) {
            letter = static_cast<char>(intact ^ flipped);
            try {
                parse(folder.write(name, content));
            } catch (const Error& error) {
                EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(ErrorCode::bad_input));
            }
        }
        letter = intact;
    }
}

}  // namespace glint::test
