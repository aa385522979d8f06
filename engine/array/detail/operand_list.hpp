// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <glint/array/detail/line_reduction.hpp>
#include <glint/array/element.hpp>
#include <glint/array/layout.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// Maximum number of arrays, and of bytes of scalars, in one expression. All of them must fit into
/// a kernel's 4 KB of parameters.
inline constexpr std::size_t kMaxOperands = 24;
inline constexpr std::size_t kMaxScalarBytes = 512;

/// An array operand of an expression, or a sequence whose elements are computed from their indices.
struct ArrayOperand {
    const void* data = nullptr;  ///< null for a sequence
    std::ptrdiff_t first = 0;    ///< sequence: index of the first element
    Layout layout{};             ///< sequence: the strides are distances between indices
    ElementType type{};
    std::uint8_t together = 1;  ///< sequence: number of elements that it computes together
};

/// An address range; `end` is exclusive.
struct MemoryRange {
    std::uintptr_t begin = 0, end = 0;

    bool overlaps(const MemoryRange& other) const noexcept {
        return begin < other.end && other.begin < end;
    }
};
MemoryRange range_of(const void* data, const Layout& layout, std::size_t element_bytes) noexcept;

/// The operands of an expression, in the order in which the expression's nodes use them when they
/// write their code.
class OperandList {
public:
    OperandList() noexcept {}  // NOLINT(modernize-use-equals-default): that would zero 6 KB
    /// Returns a list that collects only the shapes of operands: nothing is evaluated, and data may
    /// be null.
    static OperandList of_shapes() {
        OperandList list;
        list.wants_values_ = false;
        return list;
    }
    bool wants_values() const noexcept { return wants_values_; }
    /// Returns a list that collects operands for a kernel that also computes the expression's
    /// reductions. Reductions are not evaluated, but recorded after their operands.
    static OperandList of_lines() {
        OperandList list;
        list.wants_reductions_ = true;
        return list;
    }
    bool wants_reductions() const noexcept { return wants_reductions_; }
    /// Call this after adding the reduction's operands.
    void add_reduction(LineReduction reduction) { reductions_.push_back(std::move(reduction)); }
    std::span<const LineReduction> reductions() const noexcept { return reductions_; }
    /// True if one kernel cannot process the expression's lines. The list is then incomplete.
    bool refuses_lines() const noexcept { return refuses_lines_; }
    /// Adds the shape of an operand, for of_shapes().
    void add_shape(const Shape& shape) { append({.layout = row_major(shape)}); }

    /// `stream` is the stream on which the array's work is queued.
    void add(const ArrayOperand& operand, const Stream& stream);

    template <class T>
    void add_scalar(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::byte* place = scalar_place(sizeof(T), kElementAlignment<T>);
        std::memcpy(place, &value, sizeof(T));
    }

    /// Adds memory that the expression accesses at computed positions, which operands do not
    /// describe.
    void add_memory(const MemoryRange& memory);
    /// Appends `count` dimensions of extent 1 to each operand from index `first` on.
    void append_axes(std::size_t first, std::size_t count);

    /// Broadcasts all operands to `shape` and permutes their dimensions by `axes`.
    void transpose(const Shape& shape, std::span<const std::ptrdiff_t> axes);

    /// True if `memory` is read at computed positions, not only as elements of an operand.
    bool reaches(const MemoryRange& memory) const noexcept;

    std::span<const ArrayOperand> arrays() const noexcept {
        return {std::launder(reinterpret_cast<const ArrayOperand*>(arrays_.data())), count_};
    }
    std::span<const std::byte> scalars() const noexcept { return {scalars_.data(), scalar_bytes_}; }
    /// The distinct streams of the arrays; results are allocated on the first stream.
    std::span<const Stream* const> streams() const noexcept {
        return {streams_.data(), stream_count_};
    }
    /// The shape to which all arrays broadcast. Throws Error(invalid_argument) if they do not
    /// broadcast.
    Shape shape() const;
    /// Keeps this memory alive as long as the list exists.
    void hold(std::shared_ptr<const void> memory) { held_.push_back(std::move(memory)); }

private:
    std::byte* scalar_place(std::size_t size_bytes, std::size_t alignment);
    void append(const ArrayOperand& operand);
    void add_stream(const Stream& stream);
    ArrayOperand& array(std::size_t i) noexcept {
        return *std::launder(reinterpret_cast<ArrayOperand*>(arrays_.data()) + i);
    }

    bool wants_values_ = true;
    bool wants_reductions_ = false;
    bool refuses_lines_ = false;
    std::vector<LineReduction> reductions_;
    std::vector<std::shared_ptr<const void>> held_;
    // Raw storage, because few expressions use all operands and initializing 5 KB would take too
    // long.
    static_assert(std::is_trivially_copyable_v<ArrayOperand>);
    alignas(ArrayOperand) std::array<std::byte, kMaxOperands * sizeof(ArrayOperand)> arrays_;
    std::size_t count_ = 0;
    alignas(16) std::array<std::byte, kMaxScalarBytes> scalars_;
    std::size_t scalar_bytes_ = 0;
    std::array<const Stream*, kMaxOperands> streams_;
    std::size_t stream_count_ = 0;
    std::array<MemoryRange, kMaxOperands> memory_;
    std::size_t memory_count_ = 0;
};

}  // namespace glint::detail
