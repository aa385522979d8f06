#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include <glint/array/element.hpp>
#include <glint/array/layout.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// The most arrays and the most scalars of one expression: what fits into a kernel's 4 KB of
/// parameters.
inline constexpr std::size_t kMaxOperands = 24;
inline constexpr std::size_t kMaxScalarBytes = 512;

/// One array of an expression, or a sequence that is computed from its indices.
struct ArrayOperand {
    const void* data = nullptr;  ///< null for a sequence
    std::ptrdiff_t first = 0;    ///< of a sequence: the index that its first element stands for
    Layout layout{};             ///< of a sequence: how far apart the indices are
    ElementType type{};
};

/// Addresses in memory, `end` being behind the last one.
struct MemoryRange {
    std::uintptr_t begin = 0, end = 0;

    bool overlaps(const MemoryRange& other) const noexcept {
        return begin < other.end && other.begin < end;
    }
};
MemoryRange range_of(const void* data, const Layout& layout, std::size_t element_bytes) noexcept;

/// What the nodes of an expression compute with, in the order in which they name it when they
/// write their source.
class OperandList {
public:
    /// `stream` is the one that the array's work is queued on.
    void add(const ArrayOperand& operand, const Stream& stream);

    template <class T>
    void add_scalar(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::byte* place = scalar_place(sizeof(T), kElementAlignment<T>);
        std::memcpy(place, &value, sizeof(T));
    }

    /// Memory that the expression reaches at places which its values tell, so that no operand
    /// stands for them.
    void add_memory(const MemoryRange& memory);
    /// Gives the operands from number `first` on `count` more dimensions of one element, behind
    /// their others.
    void append_axes(std::size_t first, std::size_t count);

    /// Whether what lies in `memory` is read other than as the elements of an operand.
    bool reaches(const MemoryRange& memory) const noexcept;

    std::span<const ArrayOperand> arrays() const noexcept { return {arrays_.data(), count_}; }
    std::span<const std::byte> scalars() const noexcept { return {scalars_.data(), scalar_bytes_}; }
    /// The streams of the arrays, each once; the first is where new arrays are made.
    std::span<const Stream* const> streams() const noexcept {
        return {streams_.data(), stream_count_};
    }
    /// What all arrays broadcast to. Throws Error(invalid_argument) if they do not.
    Shape shape() const;

private:
    std::byte* scalar_place(std::size_t size_bytes, std::size_t alignment);
    void add_stream(const Stream& stream);

    std::array<ArrayOperand, kMaxOperands> arrays_;
    std::size_t count_ = 0;
    alignas(16) std::array<std::byte, kMaxScalarBytes> scalars_;
    std::size_t scalar_bytes_ = 0;
    std::array<const Stream*, kMaxOperands> streams_;
    std::size_t stream_count_ = 0;
    std::array<MemoryRange, kMaxOperands> memory_;
    std::size_t memory_count_ = 0;
};

}  // namespace glint::detail
