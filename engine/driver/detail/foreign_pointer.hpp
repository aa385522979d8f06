// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>

namespace glint {

/// Specialize this for the device pointers of other libraries. Kernels then accept these pointers
/// for pointer parameters:
///
///     template <class T>
///     struct glint::ForeignPointer<thrust::device_ptr<T>> {
///         static T* get(const thrust::device_ptr<T>& pointer) { return pointer.get(); }
///     };
template <class Foreign>
struct ForeignPointer;

namespace detail {

template <class Foreign, class Pointer>
concept ForeignPointerTo = requires(const Foreign& foreign) {
    { ForeignPointer<Foreign>::get(foreign) } -> std::convertible_to<Pointer>;
};

}  // namespace detail
}  // namespace glint
