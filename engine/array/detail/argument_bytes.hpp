// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <span>

namespace glint::detail {

/// The bytes of a struct that a kernel receives by value, with the member layout of C++.
class ArgumentBytes {
public:
    /// Appends a member at the next aligned offset. Throws Error(invalid_argument) if the struct
    /// becomes larger than a kernel parameter may be.
    void append(std::span<const std::byte> bytes, std::size_t alignment) {
        align(alignment);
        if (bytes.empty()) return;  // data() may be null
        check_room(bytes.size());
        std::memcpy(bytes_.data() + size_, bytes.data(), bytes.size());
        size_ += bytes.size();
    }
    template <class T>
    void append(const T& value) {
        append(std::as_bytes(std::span(&value, 1)), alignof(T));
    }
    /// Pads with zeros up to the next aligned offset.
    void align(std::size_t alignment) {
        const std::size_t gap = -size_ % alignment;
        if (gap == 0) return;
        check_room(gap);
        std::memset(bytes_.data() + size_, 0, gap);
        size_ += gap;
    }

    void* data() noexcept { return bytes_.data(); }
    std::size_t size() const noexcept { return size_; }

private:
    void check_room(std::size_t size_bytes) const {
        if (size_bytes > kMax - size_) refuse();
    }
    [[noreturn]] static void refuse();

    static constexpr std::size_t kMax = 4000;  // below the 4 KB limit for kernel parameters

    alignas(16) std::array<std::byte, kMax> bytes_;
    std::size_t size_ = 0;
};

/// Appends a value of the generated code's type `Index`: 64 bits if `wide` is true, otherwise 32.
inline void append_index(ArgumentBytes& bytes, std::ptrdiff_t value, bool wide) {
    if (wide)
        bytes.append(static_cast<long long>(value));
    else
        bytes.append(static_cast<int>(value));
}

}  // namespace glint::detail
