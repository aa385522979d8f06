// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <glint/array/detail/storage.hpp>
#include <glint/array/expression.hpp>
#include <glint/backend/detail/block_copy.hpp>
#include <glint/driver/detail/argument_memory.hpp>

/// Converts any kind of memory to the members of a view.
namespace glint::detail {

/// The members of an ArrayView.
template <class T>
struct Borrowed {
    std::shared_ptr<ArrayStorage> storage;
    T* data;
    Layout layout;
};

// All functions below throw Error(invalid_argument) for invalid arguments.

/// Returns the layout of pitched memory: (rows, elements), or (slices, rows, elements) if there are
/// several slices. The pitches must be multiples of the element size.
Layout layout_of_rows(const driver::Extent& extent, std::size_t pitch_bytes,
                      std::size_t slice_bytes, std::size_t element_bytes);
Layout layout_of_strides(std::span<const std::int64_t> shape,
                         std::span<const std::int64_t> strides);
/// Returns the C-order layout of a shape, which must have `count` elements.
Layout layout_in_shape(std::size_t count, const Shape& shape);

void check_streams(const Stream& stream, const Stream& memory);

/// Returns the shared state of a view that does not own its memory. If `lease` is null, the
/// memory's allocation is looked up here and at each use.
std::shared_ptr<ArrayStorage> borrow(const Stream& stream, const Elements& elements,
                                     std::shared_ptr<const MemoryLease> lease);
/// Returns a lease that keeps `memory` alive. When the lease ends, it first waits for the stream.
std::shared_ptr<const MemoryLease> keep(const Stream& stream, std::shared_ptr<void> memory);

template <class Memory>
constexpr bool has_gaps() {
    return requires(Memory& memory) { memory.slice_bytes(); } ||
           requires(Memory& memory) { memory.strides.size(); };
}

template <class Memory>
Layout layout_of(const Memory& memory) {
    if constexpr (requires { memory.slice_bytes(); })
        return layout_of_rows(memory.extent(), memory.pitch_bytes(), memory.slice_bytes(),
                              sizeof(ElementIn<const Memory>));
    else if constexpr (requires { memory.strides.size(); })
        return layout_of_strides(memory.shape, memory.strides);
    else
        return row_major(Shape(memory.size()));
}

/// True if destroying the object frees the memory, so that a view must keep a temporary object
/// alive.
template <class Given>
inline constexpr bool kIsTemporary =
    !std::is_lvalue_reference_v<Given> && !std::copy_constructible<std::remove_cvref_t<Given>>;

template <class T, class Memory>
Borrowed<T> borrow_as(const Stream& stream, Memory& memory, const Layout& layout,
                      std::shared_ptr<const MemoryLease> lease) {
    if constexpr (requires {
                      { memory.stream() } -> std::convertible_to<const Stream&>;
                  })
        check_streams(stream, memory.stream());
    if constexpr (requires { memory.lease(); }) lease = memory.lease();
    T* const data = device_pointer(memory);
    auto* const address = const_cast<std::remove_const_t<T>*>(data);
    return {borrow(stream, {address, layout, sizeof(T)}, std::move(lease)), data, layout};
}

/// Fails to compile with a one-line message that explains why the memory cannot be viewed.
template <class T, class Memory>
constexpr bool can_be_borrowed() {
    constexpr bool reached = kIsDeviceMemory<std::remove_const_t<Memory>>;
    static_assert(reached,
                  "kernels cannot access this memory. Use Array<T>(stream, values) to copy host "
                  "elements, or DeviceSpan<T>(pointer, count) for a device pointer");
    if constexpr (reached) {
        using Element = ElementIn<Memory>;
        constexpr bool plain = !ArrayOrExpression<Memory>;
        constexpr bool same = std::is_same_v<std::remove_const_t<Element>, std::remove_const_t<T>>;
        constexpr bool writable = std::is_const_v<T> || !std::is_const_v<Element>;
        static_assert(plain,
                      "arrays and views create their own views. Use x.view() or x(index...)");
        static_assert(same,
                      "the memory has a different element type. Use ArrayView(stream, memory), and "
                      "reinterpreted<T>(view) to reinterpret the bytes");
        static_assert(
            !same || writable,
            "the elements of this memory are constant. Use ArrayView<const T>(stream, memory)");
        return plain && same && writable;
    } else {
        return false;
    }
}

/// Returns the members of a view of `given`. `make_layout(memory)` returns the layout.
template <class T, class Given, class MakeLayout>
Borrowed<T> borrowed(const Stream& stream, Given&& given, const MakeLayout& make_layout) {
    using Memory = std::remove_reference_t<Given>;
    if constexpr (can_be_borrowed<T, Memory>()) {
        if constexpr (kIsTemporary<Given>) {
            const auto kept = std::make_shared<Memory>(std::forward<Given>(given));
            return borrow_as<T>(stream, *kept, make_layout(*kept), keep(stream, kept));
        } else {
            return borrow_as<T>(stream, given, make_layout(given), nullptr);
        }
    } else {
        __builtin_unreachable();  // reached only after a failed static_assert
    }
}

template <class T, class Given>
Borrowed<T> borrowed(const Stream& stream, Given&& given) {
    return borrowed<T>(stream, std::forward<Given>(given),
                       [](const auto& memory) { return layout_of(memory); });
}

template <class T, class Given>
Borrowed<T> borrowed_in_shape(const Stream& stream, Given&& given, const Shape& shape) {
    return borrowed<T>(stream, std::forward<Given>(given), [&](const auto& memory) {
        using Memory = std::remove_cvref_t<decltype(memory)>;
        static_assert(
            !has_gaps<Memory>(),
            "memory with pitches or strides has its own shape. Use ArrayView(stream, memory)");
        if constexpr (has_gaps<Memory>())
            return Layout{};
        else
            return layout_in_shape(memory.size(), shape);
    });
}

template <class T, class Given>
Borrowed<T> borrowed_on_its_stream(Given&& memory) {
    using Memory = std::remove_reference_t<Given>;
    constexpr bool knows = kKnowsItsStream<Memory>;
    constexpr bool of_host = HostMemory<std::remove_const_t<Memory>>;
    static_assert(!of_host,
                  "host memory is not a view. Use view.assign(values) to copy the memory");
    static_assert(knows || of_host, "this memory has no stream. Use ArrayView<T>(stream, memory)");
    if constexpr (knows && !of_host)
        return borrowed<T>(memory.stream(), std::forward<Given>(memory));
    else
        __builtin_unreachable();  // reached only after a failed static_assert
}

}  // namespace glint::detail
