// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <glint/array/detail/borrowed.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/array/detail/storage.hpp>
#include <glint/array/expression.hpp>
#include <glint/array/layout.hpp>
#include <glint/driver/span.hpp>

namespace glint {
namespace detail {

/// The element type used for copies: raw bytes, shared by all types of this size and alignment.
template <std::size_t Bytes, std::size_t Alignment>
const ElementType& block_of() {
    static const std::string name = "glint::expression::Block<" + std::to_string(Bytes) + ", " +
                                    std::to_string(Alignment) + ">";
    static const ElementType type{name, "", Bytes, Alignment};
    return type;
}
template <class T>
const ElementType& block_type() {
    return block_of<sizeof(T), kElementAlignment<T>>();
}

template <std::size_t Bytes, std::size_t Alignment>
std::string write_moved(SourceWriter& writer) {
    return writer.array();
}

/// Returns an expression of the view's elements as raw blocks, for kernels that only copy them.
template <class T>
AnyExpression moved(const ArrayView<T>& from);

/// Copies the elements to the host in C order.
template <class T>
std::vector<std::remove_const_t<T>> to_host(const ArrayView<T>& from);

inline AxisIndex axis_index(const AxisIndex& part) { return part; }
template <std::integral I>
AxisIndex axis_index(I element) {
    return static_cast<std::ptrdiff_t>(element);
}

/// Sets elements with any strides to `values`, which are contiguous in host memory.
void from_host(const Elements& to, const ElementType& type, Writer writer, Stream& stream,
               const void* values);

[[noreturn]] void refuse_span(const Layout& layout);
/// Throws Error(invalid_argument): an expression cannot be assigned to an array of another shape.
[[noreturn]] void refuse_shape(const Shape& to, const Shape& expression);

}  // namespace detail

/// A view of the elements of an array, with any strides: a slice, a transpose, or a broadcast.
///
/// A view is cheap to copy. The memory lives as long as any array or view refers to it. Assigning
/// an expression, a view or a value sets the elements; it does not rebind the view.
/// Assignments to a `const ArrayView<T>` are therefore possible, like those to the target of a
/// `T* const`. Assignments to an `ArrayView<const T>` are not.
///
/// A view can also refer to any other kind of device memory, without owning it:
///
///     glint::ArrayView<float> field(stream, memory, {480, 640});
///     field = 0.5f * field;              // in place
///     glint::ArrayView points(mapped);   // of a mapped OpenGL buffer, on the map's stream
///
/// Work on a view is queued on its stream. The caller must order other uses of the memory with that
/// work, by the same stream or by events. Each use of a view throws Error(invalid_argument) if the
/// memory was freed, and Error(invalid_state) if the mapping is closed.
template <class T>
class ArrayView : public detail::ExpressionTag {
public:
    using Element = std::remove_const_t<T>;

    ArrayView(std::shared_ptr<detail::ArrayStorage> storage, T* data, const detail::Layout& layout)
        : storage_(std::move(storage)), data_(data), layout_(layout) {}
    /// Views the elements of `memory` on `stream`. DeviceMemory, DeviceSpan, ManagedMemory,
    /// PinnedMemory, GrowingMemory and other device memory (see kIsDeviceMemory) have one
    /// dimension. Pitched memory has two, rows first, or three if it has several slices. A DLPack
    /// import keeps its shape. If `memory` is moved in, the view owns the memory, which is freed
    /// when all its views are gone and the stream has finished its work. Throws
    /// Error(invalid_argument) if the stream's device cannot access the memory, if the memory
    /// belongs to another stream, or if its pitch is not a multiple of the element size.
    template <class Memory>
    ArrayView(const Stream& stream, Memory&& memory)
        : ArrayView(detail::borrowed<T>(stream, std::forward<Memory>(memory))) {}
    /// Views memory without gaps as an array of `shape`, in C order. Throws like the constructor
    /// above, and Error(invalid_argument) if the shape has a different number of elements.
    template <class Memory>
    ArrayView(const Stream& stream, Memory&& memory, const Shape& shape)
        : ArrayView(detail::borrowed_in_shape<T>(stream, std::forward<Memory>(memory), shape)) {}
    /// Views memory that has a stream, such as mapped buffers and textures, on that stream.
    template <detail::OtherMemory Memory>
    ArrayView(Memory&& memory)  // NOLINT(google-explicit-constructor): allows ArrayView x = mapped
        : ArrayView(detail::borrowed_on_its_stream<T>(std::forward<Memory>(memory))) {}
    /// Does not compile: a view needs a stream, on which its work is queued.
    template <class Memory>
    ArrayView(const Device&, Memory&&, const Shape& = {}) {
        static_assert(
            sizeof(T) == 0,
            "a view needs a stream. Use Stream stream(device); ArrayView(stream, memory)");
    }
    ArrayView(const ArrayView&) = default;
    ArrayView(ArrayView&&) noexcept = default;
    ~ArrayView() = default;

    const Shape& shape() const noexcept { return layout_.shape; }
    const Strides& strides() const noexcept { return layout_.strides; }
    std::size_t rank() const noexcept { return layout_.rank(); }
    std::size_t size() const noexcept { return layout_.size(); }
    std::size_t size_bytes() const noexcept { return size() * sizeof(T); }
    bool empty() const noexcept { return size() == 0; }
    /// Returns the address of the element with index 0 in each dimension.
    T* data() const noexcept { return data_; }
    /// True if the elements are contiguous in C order.
    bool is_contiguous() const noexcept { return detail::is_row_major(layout_); }
    /// Returns the elements as a span. Throws Error(invalid_state) unless contiguous in C order.
    DeviceSpan<T> span() const {
        if (!is_contiguous()) detail::refuse_span(layout_);
        return {data_, size()};
    }
    /// Returns the stream on which the view's work is queued.
    Stream& stream() const { return detail::stream_of(storage_); }

    /// Returns a part of the view. Each argument is a slice, or an index, which removes its
    /// dimension; AxisIndex in layout.hpp lists all possibilities. Throws Error(invalid_argument)
    /// if an index is out of range.
    template <class... Parts>
    ArrayView operator()(Parts... parts) const {
        const std::array<AxisIndex, sizeof...(Parts)> index{detail::axis_index(parts)...};
        return part(detail::part_of(layout_, index));
    }

    ArrayView<const Element> as_const() const { return {storage_, data_, layout_}; }
    operator ArrayView<const Element>() const  // NOLINT(google-explicit-constructor): like pointers
        requires(!std::is_const_v<T>)
    {
        return as_const();
    }

    /// Returns the elements on the host in C order. Waits for all work queued so far.
    std::vector<Element> to_vector() const { return detail::to_host(*this); }
    /// Returns the only element. Waits for the work queued so far. Throws Error(invalid_state)
    /// unless there is exactly one element.
    Element item() const {
        if (size() != 1) detail::refuse_item(shape());
        Element value;
        detail::download(stream(), &value, {const_cast<Element*>(data_), {}, sizeof(T)});
        return value;
    }

    // These operators queue setting the elements to a value, which is broadcast to the view's
    // shape. They throw Error(invalid_argument) if the value does not broadcast to that shape.

    template <detail::ArrayOrExpression E>
    const ArrayView& operator=(const E& expression) const
        requires(!std::is_const_v<T>)
    {
        static_assert(std::is_same_v<detail::ElementOf<E>, Element>,
                      "the expression has a different element type. Use cast<T>(expression)");
        set(detail::to_evaluate(expression));
        return *this;
    }
    const ArrayView& operator=(const ArrayView& other) const
        requires(!std::is_const_v<T>)
    {
        set(detail::moved(other));
        return *this;
    }
    ArrayView& operator=(const ArrayView& other)
        requires(!std::is_const_v<T>)
    {
        set(detail::moved(other));
        return *this;
    }
    const ArrayView& operator=(const Element& value) const
        requires(!std::is_const_v<T>)
    {
        set(detail::erased(detail::ScalarNode<Element>(value)));
        return *this;
    }
    template <PlainNumber N>
        requires(!std::is_const_v<T> && detail::MadeOfOneNumber<T, N>)
    const ArrayView& operator=(N value) const {
        return *this = Element(static_cast<detail::ComponentOf<T>>(value));
    }

    /// Queues setting the elements to `values`, in C order. `values` can be modified or freed after
    /// the call. Throws Error(invalid_argument) if the sizes differ.
    void assign(std::span<const Element> values) const
        requires(!std::is_const_v<T>)
    {
        detail::check_same_size(size(), values.size(), sizeof(T));
        detail::from_host({data_, layout_, sizeof(T)}, detail::block_type<Element>(),
                          &detail::write_moved<sizeof(T), detail::kElementAlignment<Element>>,
                          stream(), values.data());
    }

    // Used by expressions: a view is a node of an expression.
    void collect(detail::OperandList& operands) const {
        operands.add({.data = data_, .layout = layout_, .type = detail::kElementType<Element>},
                     stream());
    }
    static std::string write(detail::SourceWriter& writer) { return writer.array(); }

    // Used by functions that create views of views.
    const detail::Layout& layout() const noexcept { return layout_; }
    const std::shared_ptr<detail::ArrayStorage>& storage() const noexcept { return storage_; }
    ArrayView with(const detail::Layout& layout) const { return {storage_, data_, layout}; }
    ArrayView part(const detail::Part& part) const {
        return {storage_, data_ + part.offset, part.layout};
    }

private:
    explicit ArrayView(detail::Borrowed<T> borrowed)
        : ArrayView(std::move(borrowed.storage), borrowed.data, borrowed.layout) {}

    void set(const detail::AnyExpression& expression) const {
        detail::evaluate(stream(), {data_, layout_, sizeof(T)}, expression);
    }

    std::shared_ptr<detail::ArrayStorage> storage_;
    T* data_;
    detail::Layout layout_;
};

template <detail::LooksLikeMemory Memory>
ArrayView(const Stream&, Memory&&) -> ArrayView<detail::ElementIn<Memory>>;
template <detail::LooksLikeMemory Memory>
ArrayView(const Stream&, Memory&&, const Shape&) -> ArrayView<detail::ElementIn<Memory>>;
template <detail::LooksLikeMemory Memory>
ArrayView(const Device&, Memory&&, const Shape& = {}) -> ArrayView<detail::ElementIn<Memory>>;
template <detail::OtherMemory Memory>
ArrayView(Memory&&) -> ArrayView<detail::ElementIn<Memory>>;

template <class T>
inline constexpr bool kIsDeviceMemory<ArrayView<T>> = true;

namespace detail {

template <class T>
AnyExpression moved(const ArrayView<T>& from) {
    AnyExpression expression{.type = block_type<T>(), .shape = from.shape()};
    expression.operands.add({.data = from.data(), .layout = from.layout(), .type = expression.type},
                            from.stream());
    expression.writer = &write_moved<sizeof(T), kElementAlignment<T>>;
    return expression;
}

template <class T>
std::vector<std::remove_const_t<T>> to_host(const ArrayView<T>& from) {
    using Element = std::remove_const_t<T>;
    if (from.empty()) return {};
    std::shared_ptr<ArrayStorage> dense = from.storage();
    const void* data = from.data();
    if (!from.is_contiguous()) {
        dense = evaluate_to_new(moved(from));
        data = dense->memory.data();
    }
    const Elements elements{const_cast<void*>(data), row_major(from.shape()), sizeof(T)};
    if constexpr (std::is_same_v<Element, bool>) {
        // A vector<bool> stores bits, so bytes cannot be copied into it directly.
        std::vector<unsigned char> bytes(from.size());
        download(stream_of(dense), bytes.data(), elements);
        return {bytes.begin(), bytes.end()};
    } else {
        std::vector<Element> values(from.size());
        download(stream_of(dense), values.data(), elements);
        return values;
    }
}

}  // namespace detail
}  // namespace glint
