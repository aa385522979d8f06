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
    std::uint8_t together = 1;  ///< of a sequence: neighbours that cost little more than one
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
    OperandList() noexcept {}  // NOLINT(modernize-use-equals-default): that would zero 6 KB
    /// For the operands' shapes alone: nothing is computed, and data may be null.
    static OperandList of_shapes() {
        OperandList list;
        list.wants_values_ = false;
        return list;
    }
    bool wants_values() const noexcept { return wants_values_; }
    /// For a kernel that computes the reductions in the expression, too: they are not evaluated,
    /// but named with what they are made of.
    static OperandList of_lines() {
        OperandList list;
        list.wants_reductions_ = true;
        return list;
    }
    bool wants_reductions() const noexcept { return wants_reductions_; }
    /// Behind what it is made of.
    void add_reduction(LineReduction reduction) { reductions_.push_back(std::move(reduction)); }
    std::span<const LineReduction> reductions() const noexcept { return reductions_; }
    /// Whether no kernel can go over the lines of this list, which then does not hold everything.
    bool refuses_lines() const noexcept { return refuses_lines_; }
    /// What stands for an operand then.
    void add_shape(const Shape& shape) { append({.layout = row_major(shape)}); }

    /// `stream` is the one that the array's work is queued on.
    void add(const ArrayOperand& operand, const Stream& stream);

    template <class T>
    void add_scalar(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::byte* place = scalar_place(sizeof(T), kElementAlignment<T>);
        std::memcpy(place, &value, sizeof(T));
    }

    /// Memory that the expression reaches at places which its values give, so that no operand
    /// stands for them.
    void add_memory(const MemoryRange& memory);
    /// Gives the operands from number `first` on `count` more dimensions of one element, behind
    /// their others.
    void append_axes(std::size_t first, std::size_t count);

    /// Broadcasts all operands to `shape`, and brings their dimensions into the order of `axes`.
    void transpose(const Shape& shape, std::span<const std::ptrdiff_t> axes);

    /// Whether what lies in `memory` is read other than as the elements of an operand.
    bool reaches(const MemoryRange& memory) const noexcept;

    std::span<const ArrayOperand> arrays() const noexcept {
        return {std::launder(reinterpret_cast<const ArrayOperand*>(arrays_.data())), count_};
    }
    std::span<const std::byte> scalars() const noexcept { return {scalars_.data(), scalar_bytes_}; }
    /// The streams of the arrays, each once; the first is where new arrays are made.
    std::span<const Stream* const> streams() const noexcept {
        return {streams_.data(), stream_count_};
    }
    /// What all arrays broadcast to. Throws Error(invalid_argument) if they do not.
    Shape shape() const;
    /// Keeps what an operand lies in as long as the list.
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
    // Room for operands, most of which no expression has: setting 5 KB takes longer than the rest.
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
