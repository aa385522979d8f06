// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <glint/array/array_view.hpp>

namespace glint {
namespace detail {

template <class T>
constexpr void refuse_memory_for_array() {
    static_assert(sizeof(T) == 0,
                  "an array owns its memory: use ArrayView(stream, memory) to view other memory, "
                  "or Array(ArrayView(stream, memory)) to copy it");
}

struct AnyNumber {
    template <PlainNumber Number>
    AnyNumber(Number) {}  // NOLINT(google-explicit-constructor): of what stands in braces
};

}  // namespace detail

/// Elements in device memory in up to kMaxRank dimensions, contiguous in C's order, that remember
/// the stream on which all work with them is queued.
///
///     glint::Array<float> x(stream, glint::Shape{480, 640});
///     x = 0.0f;                                     // queued, as all that follows
///     glint::Array<float> y = 2.0f * sin(x) + 1.0f; // one kernel, compiled once
///     y(0) = x(1, glint::slice(0, 640, 2)) ...      // parts are views
///
/// An array keeps its shape and its memory, which its views see, until another array is moved into
/// it: `x = Array(expression)`. The views that there are then keep the elements that they are of.
///
/// Kernels take an array wherever their signature has a pointer to its element type. Its memory
/// comes from the stream's pool and goes back in the stream's order: from the device's default pool
/// or the one that Stream::with_pool chose, from which what is computed from the array comes too.
template <class T>
class Array {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);

public:
    using Element = T;

    Array() noexcept : layout_{Shape(0), {1}} {}
    /// Uninitialised. Throws Error(out_of_memory), and Error(invalid_argument) for a shape of more
    /// elements than memory can hold.
    template <std::same_as<Shape> S>
    Array(const Stream& stream, const S& shape)
        : storage_(detail::allocate(stream, shape, sizeof(T))), layout_(detail::row_major(shape)) {}
    template <std::integral Count>
    Array(const Stream& stream, Count count)
        : Array(stream, Shape(static_cast<std::size_t>(count))) {}
    /// Refused: extents stand in braces, and so stay apart from elements.
    template <std::integral Count, std::integral... Counts>
        requires(sizeof...(Counts) > 0)
    Array(const Stream&, Count, Counts...) {
        static_assert(sizeof(T) == 0,
                      "several extents need a Shape: use Array<T>(stream, Shape{10, 10})");
    }
    /// Refused: work on arrays is queued on a stream.
    template <class... Rest>
    Array(const Device&, const Rest&...) {
        static_assert(sizeof(T) == 0,
                      "an array needs a stream: use Stream stream(device); Array<T>(stream, 100)");
    }
    /// Refused: numbers in braces could be extents or elements.
    Array(const Stream&, std::initializer_list<detail::AnyNumber>) {
        static_assert(sizeof(T) == 0,
                      "braces could hold extents or elements: use Array<T>(stream, Shape{2, 3}) or "
                      "array_of<T>(stream, {1, 2, 3})");
    }
    /// Refused: an array's memory is its own.
    template <detail::OtherMemory Memory>
        requires(kIsDeviceMemory<std::remove_cvref_t<Memory>>)
    Array(const Stream&, Memory&&) {
        detail::refuse_memory_for_array<T>();
    }
    template <detail::OtherMemory Memory>
        requires(kIsDeviceMemory<std::remove_cvref_t<Memory>>)
    Array(Memory&&) {  // NOLINT(google-explicit-constructor): so that `Array<T> x = memory` says it
        detail::refuse_memory_for_array<T>();
    }
    /// A copy of `values`; has read them when it returns.
    Array(const Stream& stream, std::span<const T> values) : Array(stream, Shape(values.size())) {
        assign(values);
    }
    /// A copy of `values` in this shape, in C's order; has read them when it returns. Throws
    /// Error(invalid_argument) if the shape has another number of elements.
    Array(const Stream& stream, const Shape& shape, std::span<const T> values)
        : Array(stream, shape) {
        assign(values);
    }
    /// A copy of the bools of a vector on the host.
    template <std::same_as<std::vector<bool>> Bools>
    Array(const Stream& stream, const Bools& values)
        requires(std::is_same_v<T, bool>)
        : Array(stream, Shape(values.size()), values) {}
    Array(const Stream& stream, const Shape& shape, const std::vector<bool>& values)
        requires(std::is_same_v<T, bool>)
        : Array(stream, shape, std::span<const bool>(detail::UnpackedBools(values))) {}
    /// The value of an expression, or a copy of a view, on the stream of its first array.
    template <ExpressionNode E>
    Array(const E& expression)  // NOLINT(google-explicit-constructor): Array<float> y = 2.0f * x;
        requires(std::is_same_v<detail::ElementOf<E>, T>)
    {
        make(expression);
    }
    // Refused, and compilers show these lines.
    template <PlainNumber N>
    Array(const Stream&, const Shape&, N) = delete;  // full<T>(stream, shape, value) has one value
    template <detail::HostMemory Memory>
        requires(detail::RefusedMemory<Memory>)
    explicit Array(const Memory&) = delete;  // Array<T>(stream, values) is a copy of the host's
    template <detail::ArrayOrExpression E>
        requires(!std::is_same_v<detail::ElementOf<E>, T>)
    Array(const E&) = delete;      // elements of another type: cast<T>(x) converts them
    Array(const Array&) = delete;  // arrays are moved: x.copy() has the same elements
    Array(Array&& other) noexcept
        : storage_(std::move(other.storage_)),
          layout_(std::exchange(other.layout_, {Shape(0), {1}})) {}
    Array& operator=(Array&& other) noexcept {
        storage_ = std::move(other.storage_);
        layout_ = std::exchange(other.layout_, {Shape(0), {1}});
        return *this;
    }

    const Shape& shape() const noexcept { return layout_.shape; }
    std::size_t rank() const noexcept { return layout_.rank(); }
    std::size_t size() const noexcept { return layout_.size(); }
    std::size_t size_bytes() const noexcept { return size() * sizeof(T); }
    bool empty() const noexcept { return size() == 0; }
    T* data() noexcept { return static_cast<T*>(address()); }
    const T* data() const noexcept { return static_cast<const T*>(address()); }
    DeviceSpan<T> span() noexcept { return {data(), size()}; }
    DeviceSpan<const T> span() const noexcept { return {data(), size()}; }
    /// The stream that work on the array is queued on.
    /// Throws Error(invalid_state) for an array that was made without one.
    Stream& stream() const { return detail::stream_of(storage_); }

    /// All elements, and parts of them as ArrayView gives them.
    ArrayView<T> view() { return {storage_, data(), layout_}; }
    ArrayView<const T> view() const { return {storage_, data(), layout_}; }
    template <class... Parts>
    ArrayView<T> operator()(Parts... parts) {
        return view()(parts...);
    }
    template <class... Parts>
    ArrayView<const T> operator()(Parts... parts) const {
        return view()(parts...);
    }

    /// Another array with the same elements.
    Array copy() const {
        Array other(stream(), shape());
        other.view() = view();
        return other;
    }
    /// Elements of all bits zero. Throws Error(out_of_memory).
    static Array zeros(const Stream& stream, const Shape& shape)
        requires(Fillable<T>)
    {
        Array array(stream, shape);
        array.fill_bytes(std::array<std::byte, sizeof(T)>{});
        return array;
    }

    /// Queues setting every element to `value`.
    void fill(const T& value)
        requires(Fillable<T>)
    {
        fill_bytes(std::as_bytes(std::span<const T, 1>(&value, 1)));
    }
    /// Replaces the elements, in C's order; has read `values` when it returns.
    /// Throws Error(invalid_argument) if the sizes differ.
    void assign(std::span<const T> values) {
        detail::check_same_size(size(), values.size(), sizeof(T));
        if (!empty()) detail::upload(stream(), elements(), values.data());
    }
    void assign(const std::vector<bool>& values)
        requires(std::is_same_v<T, bool>)
    {
        assign(std::span<const bool>(detail::UnpackedBools(values)));
    }
    /// The elements on the host in C's order, after all work queued so far.
    std::vector<T> to_vector() const { return view().to_vector(); }
    /// The only element. Waits. Throws Error(invalid_state) if there are more, or none.
    T item() const { return view().item(); }

    /// Queues setting the elements to the value of an expression of the array's shape. An array
    /// without elements gets memory and takes the expression's shape. Throws
    /// Error(invalid_argument) for another shape: `x.view() = expression` broadcasts to that of x,
    /// and `x = Array(expression)` makes x another array.
    template <ExpressionNode E>
    Array& operator=(const E& expression) {
        static_assert(std::is_same_v<detail::ElementOf<E>, T>,
                      "the expression has a different element type: use cast<T>(expression)");
        const detail::AnyExpression value = erased(expression);
        if (storage_ && value.shape == shape()) {
            detail::evaluate(stream(), elements(), value);
        } else {
            if (!empty()) detail::refuse_shape(shape(), value.shape);
            adopt(value);
        }
        return *this;
    }
    /// Refused: elements of the host are copied by `assign`.
    template <detail::HostMemory Memory>
        requires(detail::RefusedMemory<Memory> && !std::is_convertible_v<Memory, T>)
    Array& operator=(const Memory&) {
        static_assert(sizeof(T) == 0,
                      "host memory cannot be assigned to an array: use x.assign(values) to copy "
                      "it, or x = Array<T>(stream, values) to replace x");
        return *this;
    }
    /// Queues setting every element; of GLM's vectors every component to a number.
    Array& operator=(const T& value) {
        view() = value;
        return *this;
    }
    template <PlainNumber N>
        requires(detail::MadeOfOneNumber<T, N>)
    Array& operator=(N value) {
        return *this = T(static_cast<detail::ComponentOf<T>>(value));
    }

private:
    void* address() const noexcept { return storage_ ? storage_->memory.data() : nullptr; }
    detail::Elements elements() const { return {address(), layout_, sizeof(T)}; }

    void fill_bytes(std::span<const std::byte> element) {
        if (!empty()) detail::fill(stream(), elements(), element);
    }

    // A view is only moved, whatever its type.
    template <class T2>
    static detail::AnyExpression erased(const ArrayView<T2>& from) {
        return detail::moved(from);
    }
    template <ExpressionNode Node>
    static detail::AnyExpression erased(const Node& node) {
        return detail::to_evaluate(node);
    }
    template <ExpressionNode Node>
    void make(const Node& node) {
        if constexpr (requires { node.in_memory(); }) {
            storage_ = node.in_memory();
            layout_ = detail::row_major(node.shape());
        } else {
            adopt(erased(node));
        }
    }
    void adopt(const detail::AnyExpression& expression) {
        storage_ = detail::evaluate_to_new(expression);
        layout_ = detail::row_major(expression.shape);
    }

    std::shared_ptr<detail::ArrayStorage> storage_;
    detail::Layout layout_;
};

template <ExpressionNode E>
Array(const E&) -> Array<detail::ElementOf<E>>;
template <detail::OtherMemory Memory>
    requires(kIsDeviceMemory<std::remove_cvref_t<Memory>>)
Array(const Stream&, Memory&&) -> Array<typename detail::ViewInstead<Memory>::Type::Element>;
template <detail::OtherMemory Memory>
    requires(kIsDeviceMemory<std::remove_cvref_t<Memory>>)
Array(Memory&&) -> Array<typename detail::ViewInstead<Memory>::Type::Element>;

template <class T>
inline constexpr bool kIsDeviceMemory<Array<T>> = true;

/// The value of an expression, in memory of its own: what its arrays hold later does not change it.
/// Queued; waits for nothing. Of an array or a view a copy.
template <ArrayLike E>
auto evaluated(const E& expression) {
    return Array<detail::ElementOf<E>>(detail::node_of(expression));
}

/// Computes the expression once, into memory that goes at once, and waits for that: its kernels
/// are compiled and loaded when it is needed. `warm_up(stream, work)` in graph.hpp does it for
/// statements, and runs nothing.
template <ArrayLike E>
void warm_up(const E& expression) {
    evaluated(expression).stream().synchronize();
}

}  // namespace glint
