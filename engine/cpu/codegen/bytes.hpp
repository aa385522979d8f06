// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <glint/base/error.hpp>

namespace glint::cpu {

/// Appends numbers, strings and lists to a byte buffer. Numbers are in the byte order of this
/// machine.
class ByteWriter {
public:
    template <std::integral T>
    void number(T value) {
        raw({reinterpret_cast<const char*>(&value), sizeof value});
    }

    void raw(std::string_view bytes) {
        const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
        content_.insert(content_.end(), first, first + bytes.size());
    }

    void text(std::string_view text) {
        number<std::uint64_t>(text.size());
        raw(text);
    }

    void bytes(std::span<const std::byte> bytes) {
        text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    template <class T, class Write>
    void list(const std::vector<T>& items, Write&& write_item) {
        number<std::uint64_t>(items.size());
        for (const T& item : items) write_item(item);
    }

    std::vector<std::byte> take() && { return std::move(content_); }

private:
    std::vector<std::byte> content_;
};

/// Reads data that ByteWriter wrote. Throws Error(bad_input) if a read goes past the end of the
/// data.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> content) : rest_(content) {}

    void require(bool condition, std::string_view complaint) const {
        if (!condition)
            throw Error(ErrorCode::bad_input, "load a CPU image",
                        "the image is invalid: " + std::string(complaint));
    }

    std::string_view raw(std::uint64_t size) {
        require(size <= rest_.size(), "unexpected end of data");
        const std::string_view bytes(reinterpret_cast<const char*>(rest_.data()), size);
        rest_ = rest_.subspan(size);
        return bytes;
    }

    template <std::integral T>
    T number() {
        T value;
        std::memcpy(&value, raw(sizeof value).data(), sizeof value);
        return value;
    }

    /// Reads a value of an enumeration whose values are 0 to `last`.
    template <class Enum>
    Enum choice(Enum last) {
        const auto value = number<std::uint8_t>();
        require(value <= static_cast<std::uint8_t>(last), "unknown enumeration value");
        return static_cast<Enum>(value);
    }

    std::string text() { return std::string(raw(number<std::uint64_t>())); }

    std::vector<std::byte> bytes() {
        const std::string_view content = raw(number<std::uint64_t>());
        const auto* first = reinterpret_cast<const std::byte*>(content.data());
        return {first, first + content.size()};
    }

    template <class Read>
    auto list(Read&& read_item) {
        std::vector<std::invoke_result_t<Read>> items;
        // Does not call reserve(), because damaged data may contain any count.
        for (auto count = number<std::uint64_t>(); count > 0; --count) items.push_back(read_item());
        return items;
    }

    bool at_end() const noexcept { return rest_.empty(); }

private:
    std::span<const std::byte> rest_;
};

}  // namespace glint::cpu
