#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <span>

namespace glint::detail {

/// The bytes of a struct that a kernel takes by value, laid out member by member as C++ does.
class ArgumentBytes {
public:
    /// At the next place that is aligned. Throws Error(invalid_argument) beyond what kernels take.
    void append(std::span<const std::byte> bytes, std::size_t alignment);
    template <class T>
    void append(const T& value) {
        append(std::as_bytes(std::span(&value, 1)), alignof(T));
    }
    /// Moves the end to the next place that is aligned, and aligns the whole so.
    void align(std::size_t alignment);

    void* data() noexcept { return bytes_.data(); }
    std::size_t size() const noexcept { return size_; }

private:
    static constexpr std::size_t kMost = 4000;  // of the 4 KB that parameters have

    alignas(16) std::array<std::byte, kMost> bytes_;
    std::size_t size_ = 0;
};

}  // namespace glint::detail
