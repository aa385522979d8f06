// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

#include <glint/array/views.hpp>
#include <glint/driver/dlpack.hpp>

/// Arrays and views given to other libraries by DLPack, where they are. The other way goes by
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

/// The elements of an array or a view for another library, with their strides, and read-only if the
/// array is constant: both use the same memory. An array's memory lives until the tensor is given
/// back and the array and its views are gone; a view of other memory only lends that. Waits for the
/// work queued so far, so that anybody may use the elements at once.
template <Viewable A>
OwnedTensor to_dlpack(A&& array) {
    const auto view = glint::detail::view_of(std::forward<A>(array));
    detail::hand_over(view.stream(), nullptr);
    return detail::wrap_view(view);
}

/// For a library that works on `consumer`: that stream waits, the host does not.
template <Viewable A>
OwnedTensor to_dlpack(Stream& consumer, A&& array) {
    const auto view = glint::detail::view_of(std::forward<A>(array));
    detail::hand_over(view.stream(), &consumer);
    return detail::wrap_view(view);
}

}  // namespace glint::dlpack
