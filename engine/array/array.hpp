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
                  "an array owns its memory. Use ArrayView(stream, memory) to view other memory, "
                  "or Array(ArrayView(stream, memory)) to copy other memory");
}

struct AnyNumber {
    template <PlainNumber Number>
    AnyNumber(Number) {}  // NOLINT(google-explicit-constructor): accepts the values in braces
};

}  // namespace detail

/// An array of up to kMaxRank dimensions in device memory, contiguous in C order. The array has a
/// stream, on which all work on the array is queued.
///
///     glint::Array<float> x(stream, glint::Shape{480, 640});
///     x = 0.0f;                                     // queued, like everything below
///     glint::Array<float> y = 2.0f * sin(x) + 1.0f; // one kernel, compiled once
///     y(0) = x(1, glint::slice(0, 640, 2)) ...      // slices are views
///
/// An array keeps its shape and memory until another array is moved into it:
/// `x = Array(expression)`. After such a move, existing views still refer to the old elements and
/// keep them alive.
///
/// Kernels accept an array wherever their signature has a pointer to its element type. The memory
/// comes from the stream's pool and is returned in stream order. That pool is the device's default
/// pool, unless Stream::with_pool chose another pool. Results computed from the array use the same
/// pool.
template <class T>
class Array {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);

public:
    using Element = T;

    Array() noexcept : layout_{Shape(0), {1}} {}
    /// Allocates uninitialized elements. Throws Error(out_of_memory), and Error(invalid_argument)
    /// if the shape has more elements than memory can hold.
    template <std::same_as<Shape> S>
    Array(const Stream& stream, const S& shape)
        : storage_(detail::allocate(stream, shape, sizeof(T))), layout_(detail::row_major(shape)) {}
    template <std::integral Count>
    Array(const Stream& stream, Count count)
        : Array(stream, Shape(static_cast<std::size_t>(count))) {}
    /// Does not compile: extents must be in braces, which distinguishes them from elements.
    template <std::integral Count, std::integral... Counts>
        requires(sizeof...(Counts) > 0)
    Array(const Stream&, Count, Counts...) {
        static_assert(sizeof(T) == 0,
                      "several extents need a Shape. Use Array<T>(stream, Shape{10, 10})");
    }
    /// Does not compile: an array needs a stream, on which its work is queued.
    template <class... Rest>
    Array(const Device&, const Rest&...) {
        static_assert(sizeof(T) == 0,
                      "an array needs a stream. Use Stream stream(device); Array<T>(stream, 100)");
    }
    /// Does not compile: numbers in braces could be extents or elements.
    Array(const Stream&, std::initializer_list<detail::AnyNumber>) {
        static_assert(sizeof(T) == 0,
                      "braces could contain extents or elements. Use Array<T>(stream, Shape{2, 3}) "
                      "or array_of<T>(stream, {1, 2, 3})");
    }
    /// Does not compile: an array owns its memory; use a view instead.
    template <detail::OtherMemory Memory>
        requires(kIsDeviceMemory<std::remove_cvref_t<Memory>>)
    Array(const Stream&, Memory&&) {
        detail::refuse_memory_for_array<T>();
    }
    template <detail::OtherMemory Memory>
        requires(kIsDeviceMemory<std::remove_cvref_t<Memory>>)
    Array(Memory&&) {  // NOLINT(google-explicit-constructor): also catches `Array<T> x = memory`
        detail::refuse_memory_for_array<T>();
    }
    /// Copies `values`, which can be modified or freed after the constructor returns.
    Array(const Stream& stream, std::span<const T> values) : Array(stream, Shape(values.size())) {
        assign(values);
    }
    /// Creates an array of this shape with a copy of `values`, in C order. `values` can be modified
    /// or freed after the constructor returns. Throws Error(invalid_argument) if the shape has a
    /// different number of elements than `values`.
    Array(const Stream& stream, const Shape& shape, std::span<const T> values)
        : Array(stream, shape) {
        assign(values);
    }
    /// Copies a host vector of bools.
    template <std::same_as<std::vector<bool>> Bools>
    Array(const Stream& stream, const Bools& values)
        requires(std::is_same_v<T, bool>)
        : Array(stream, Shape(values.size()), values) {}
    Array(const Stream& stream, const Shape& shape, const std::vector<bool>& values)
        requires(std::is_same_v<T, bool>)
        : Array(stream, shape, std::span<const bool>(detail::UnpackedBools(values))) {}
    /// Evaluates an expression or copies a view, on the stream of the expression's first array.
    template <ExpressionNode E>
    Array(const E& expression)  // NOLINT(google-explicit-constructor): Array<float> y = 2.0f * x;
        requires(std::is_same_v<detail::ElementOf<E>, T>)
    {
        make(expression);
    }
    // Deleted constructors. The compiler's error message shows these lines with their comments.
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
    /// Returns the stream on which the array's work is queued. Throws Error(invalid_state) for an
    /// array that was created without a stream.
    Stream& stream() const { return detail::stream_of(storage_); }

    /// Return views of all elements, or of parts of them; see ArrayView.
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

    /// Returns a copy with the same elements.
    Array copy() const {
        Array other(stream(), shape());
        other.view() = view();
        return other;
    }
    /// Returns an array whose bits are all zero. Throws Error(out_of_memory).
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
    /// Replaces the elements by `values`, in C order. `values` can be modified or freed after the
    /// call. Throws Error(invalid_argument) if the sizes differ.
    void assign(std::span<const T> values) {
        detail::check_same_size(size(), values.size(), sizeof(T));
        if (!empty()) detail::upload(stream(), elements(), values.data());
    }
    void assign(const std::vector<bool>& values)
        requires(std::is_same_v<T, bool>)
    {
        assign(std::span<const bool>(detail::UnpackedBools(values)));
    }
    /// Returns the elements on the host in C order. Waits for all work queued so far.
    std::vector<T> to_vector() const { return view().to_vector(); }
    /// Returns the only element. Waits for all work queued so far. Throws Error(invalid_state)
    /// unless there is exactly one element.
    T item() const { return view().item(); }

    /// Queues setting the elements to the values of an expression of the same shape. If the array
    /// is empty, it is first allocated with the expression's shape. Otherwise, throws
    /// Error(invalid_argument) if the shapes differ. In that case, use `x.view() = expression` to
    /// broadcast to the shape of x, or `x = Array(expression)` to replace x.
    template <ExpressionNode E>
    Array& operator=(const E& expression) {
        static_assert(std::is_same_v<detail::ElementOf<E>, T>,
                      "the expression has a different element type. Use cast<T>(expression)");
        const detail::AnyExpression value = erased(expression);
        if (storage_ && value.shape == shape()) {
            detail::evaluate(stream(), elements(), value);
        } else {
            if (!empty()) detail::refuse_shape(shape(), value.shape);
            adopt(value);
        }
        return *this;
    }
    /// Does not compile: use `assign` to copy elements from the host.
    template <detail::HostMemory Memory>
        requires(detail::RefusedMemory<Memory> && !std::is_convertible_v<Memory, T>)
    Array& operator=(const Memory&) {
        static_assert(sizeof(T) == 0,
                      "host memory cannot be assigned to an array. Use x.assign(values) to copy "
                      "the memory, or x = Array<T>(stream, values) to replace x");
        return *this;
    }
    /// Queues setting every element to `value`. For GLM vectors, a number sets every component.
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

    // Copying a view only moves bytes, so one code path serves all element types.
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

/// Queues evaluating an expression into new memory, without waiting, and returns the new array.
/// Later changes to the expression's arrays do not affect it. Copies an array or a view.
template <ArrayLike E>
auto evaluated(const E& expression) {
    return Array<detail::ElementOf<E>>(detail::node_of(expression));
}

/// Computes the expression once, waits, and discards the result, so that all its kernels are
/// compiled and loaded before they are needed. `warm_up(stream, work)` in graph.hpp does the same
/// for the kernels of statements, without running the statements.
template <ArrayLike E>
void warm_up(const E& expression) {
    evaluated(expression).stream().synchronize();
}

}  // namespace glint
