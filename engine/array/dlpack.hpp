// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

#include <glint/array/views.hpp>
#include <glint/driver/dlpack.hpp>

/// Exports arrays and views to other libraries with DLPack, without a copy. To import, use
/// `ArrayView(stream, dlpack::from_dlpack<T>(stream, tensor))`.
namespace glint::dlpack {
namespace detail {

template <class T>
OwnedTensor wrap_view(const ArrayView<T>& view) {
    using Element = std::remove_const_t<T>;
    const glint::detail::Layout& layout = view.layout();
    return wrap(view.stream().device(),
                {.data = const_cast<Element*>(view.data()),
                 .type = Describe<Element>::kType,
                 .shape = {layout.shape.begin(), layout.shape.end()},
                 .strides = {layout.strides.begin(), layout.strides.end()},
                 .is_read_only = std::is_const_v<T>},
                view.storage());
}

}  // namespace detail

/// Exports the elements of an array or a view with their strides; both sides use the same memory.
/// The tensor is read-only if the array is constant. The memory of an exported array lives until
/// the tensor is released and the array and its views are gone. Exporting a view of memory that
/// glint does not own does not keep that memory alive. Waits for the work queued so far, so that
/// any consumer may use the elements immediately.
template <Viewable A>
OwnedTensor to_dlpack(A&& array) {
    const auto view = glint::detail::view_of(std::forward<A>(array));
    detail::hand_over(view.stream(), nullptr);
    return detail::wrap_view(view);
}

/// Exports to a library that works on the stream `consumer`. That stream waits for the work on the
/// array; the host does not wait.
template <Viewable A>
OwnedTensor to_dlpack(Stream& consumer, A&& array) {
    const auto view = glint::detail::view_of(std::forward<A>(array));
    detail::hand_over(view.stream(), &consumer);
    return detail::wrap_view(view);
}

}  // namespace glint::dlpack
