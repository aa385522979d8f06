// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <glint/base/float16.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

/// Exchanges device memory with other libraries (PyTorch, JAX, CuPy, TVM, ...), without copies,
/// through DLPack 1: https://dmlc.github.io/dlpack/latest/c_api.html
namespace glint::dlpack {

// These structs have the same layout as those in dlpack.h. Pointers can be cast between the two.

struct Version {
    std::uint32_t major = 1;
    std::uint32_t minor = 1;
};

enum class Place : std::int32_t { cpu = 1, cuda = 2, cuda_pinned = 3, cuda_managed = 13 };

struct PlaceNumber {
    Place place = Place::cpu;
    std::int32_t ordinal = 0;
};

enum class Code : std::uint8_t {
    signed_integer = 0,
    unsigned_integer = 1,
    floating = 2,
    bfloat = 4,
    complex = 5,
    boolean = 6,
};

struct ElementType {
    Code code = Code::floating;
    std::uint8_t bits = 32;
    std::uint16_t lanes = 1;

    friend bool operator==(const ElementType&, const ElementType&) = default;
};

struct Tensor {
    void* data = nullptr;
    PlaceNumber place{};
    std::int32_t dimensions = 0;
    ElementType type{};
    std::int64_t* shape = nullptr;
    std::int64_t* strides = nullptr;  ///< in elements; null if rows are contiguous
    std::uint64_t offset_bytes = 0;
};

constexpr std::uint64_t kReadOnly = 1;
constexpr std::uint64_t kIsCopy = 2;

/// DLManagedTensorVersioned of DLPack.
struct ManagedTensor {
    Version version{};
    void* manager = nullptr;
    void (*deleter)(ManagedTensor*) = nullptr;
    std::uint64_t flags = 0;
    Tensor tensor{};
};

/// DLManagedTensor of DLPack, for libraries that do not support DLPack 1.
struct UnversionedTensor {
    Tensor tensor{};
    void* manager = nullptr;
    void (*deleter)(UnversionedTensor*) = nullptr;
};

struct CallDeleter {
    template <class Managed>
    void operator()(Managed* tensor) const noexcept {
        if (tensor->deleter) tensor->deleter(tensor);
    }
};

/// Owns a tensor. The destructor returns the memory to its producer. To pass the tensor to a
/// library that takes ownership, call `release()`.
using OwnedTensor = std::unique_ptr<ManagedTensor, CallDeleter>;
using OwnedUnversioned = std::unique_ptr<UnversionedTensor, CallDeleter>;

/// These functions convert a tensor to the versioned or the unversioned form. They return null for
/// a null tensor. The unversioned form cannot mark memory as read-only: `unversioned` throws
/// Error(unsupported) for a read-only tensor.
OwnedTensor versioned(OwnedUnversioned tensor);
OwnedUnversioned unversioned(OwnedTensor tensor);

/// The DLPack type of elements of type T. Specialize it for types that are not defined here.
template <class T>
struct Describe {
    static_assert(std::is_arithmetic_v<T>, "specialize glint::dlpack::Describe for this type");
    static constexpr ElementType kType{std::is_same_v<T, bool>       ? Code::boolean
                                       : std::is_floating_point_v<T> ? Code::floating
                                       : std::is_signed_v<T>         ? Code::signed_integer
                                                                     : Code::unsigned_integer,
                                       8 * sizeof(T), 1};
};
template <class T>
struct Describe<std::complex<T>> {
    static constexpr ElementType kType{Code::complex, 16 * sizeof(T), 1};
};
template <>
struct Describe<half> {
    static constexpr ElementType kType{Code::floating, 16, 1};
};
template <>
struct Describe<bfloat16> {
    static constexpr ElementType kType{Code::bfloat, 16, 1};
};

/// The elements of an imported tensor. `ArrayView(stream, imported)` views them in their shape.
/// `ArrayView(stream, std::move(imported))` also takes ownership. `memory` covers all addresses
/// from the lowest to the highest element, including gaps between elements.
template <class T>
struct Imported {
    DeviceMemory<T> memory;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements; may be negative
    /// Offset in `memory` of the element whose index is 0 in each dimension.
    std::size_t first = 0;

    /// Returns the address of the element whose index is 0 in each dimension.
    T* data() noexcept { return memory.data() + first; }
    const T* data() const noexcept { return memory.data() + first; }
};

namespace detail {
/// The description of a tensor that glint exports.
struct Description {
    void* data = nullptr;
    ElementType type{};
    std::vector<std::int64_t> shape{};
    std::vector<std::int64_t> strides{};  ///< empty if rows are contiguous
    bool is_read_only = false;
};
/// Creates a tensor. `keeps` owns the memory, or is null if the memory is borrowed.
OwnedTensor wrap(const Device& device, Description described, std::shared_ptr<void> keeps);
/// Returns `shape`, or a single row of `count` elements if `shape` is empty. Throws
/// Error(invalid_argument) if the shape does not have `count` elements.
std::vector<std::int64_t> shape_for(std::vector<std::int64_t> shape, std::size_t count);
/// Makes the next user of the memory wait for the work of `stream`. The next user is the stream
/// `consumer`, or the host if `consumer` is null.
void hand_over(const Stream& stream, Stream* consumer);
/// Returns a tensor that has the same description, but does not own the memory.
OwnedTensor borrowed(const Tensor& tensor);

/// The address, number of elements and owner of a tensor that was checked.
struct Unwrapped {
    glint::detail::Allocation allocation;
    std::size_t count = 0;
    std::size_t first = 0;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
};
Unwrapped unwrap(const Stream& stream, OwnedTensor tensor, ElementType type, bool may_write);

template <class T>
Description description_of(const T* data, std::size_t count, std::vector<std::int64_t> shape) {
    using Element = std::remove_const_t<T>;
    return {.data = const_cast<Element*>(data),
            .type = Describe<Element>::kType,
            .shape = shape_for(std::move(shape), count),
            .is_read_only = std::is_const_v<T>};
}

template <class T>
OwnedTensor wrap_memory(const Device& device, DeviceMemory<T> memory,
                        std::vector<std::int64_t> shape) {
    auto described = description_of<T>(memory.data(), memory.size(), std::move(shape));
    return wrap(device, std::move(described), std::make_shared<DeviceMemory<T>>(std::move(memory)));
}
}  // namespace detail

/// Passes memory to another library, as a tensor of `shape` with contiguous rows (by default, a
/// single row). Waits for the work of `stream`, which produces the elements, so that the library
/// can use them immediately. Throws Error(invalid_argument) if the shape does not have as many
/// elements as the memory.
template <class T>
OwnedTensor to_dlpack(Stream& stream, DeviceMemory<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    detail::hand_over(stream, nullptr);
    return detail::wrap_memory(stream.device(), std::move(memory), std::move(shape));
}

/// Passes memory to a library that works on the stream `consumer`. That stream waits for `stream`,
/// but the host does not. Otherwise like to_dlpack() without a consumer.
template <class T>
OwnedTensor to_dlpack(Stream& stream, Stream& consumer, DeviceMemory<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    detail::hand_over(stream, &consumer);
    return detail::wrap_memory(stream.device(), std::move(memory), std::move(shape));
}

/// Lends memory to another library. The owner must not free the memory before the tensor is
/// returned. For arrays and views, use `glint/array/dlpack.hpp`. Waits and throws like the first
/// overload.
template <class T>
OwnedTensor to_dlpack(Stream& stream, DeviceSpan<T> memory, std::vector<std::int64_t> shape = {}) {
    detail::hand_over(stream, nullptr);
    return detail::wrap(stream.device(),
                        detail::description_of<T>(memory.data(), memory.size(), std::move(shape)),
                        nullptr);
}
template <class T>
OwnedTensor to_dlpack(Stream& stream, Stream& consumer, DeviceSpan<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    detail::hand_over(stream, &consumer);
    return detail::wrap(stream.device(),
                        detail::description_of<T>(memory.data(), memory.size(), std::move(shape)),
                        nullptr);
}

/// Imports memory of another library. The memory must be ready for work on `stream`. The result's
/// destructor waits for `stream` and then returns the memory. Throws Error(invalid_argument) if the
/// element type differs, if kernels of the stream's device cannot access the memory, if extents are
/// negative or too large, or if the memory is read-only and T is not const. Throws
/// Error(unsupported) for another version of DLPack.
template <class T>
Imported<T> from_dlpack(const Stream& stream, OwnedTensor tensor) {
    auto found = detail::unwrap(stream, std::move(tensor), Describe<std::remove_const_t<T>>::kType,
                                !std::is_const_v<T>);
    return {DeviceMemory<T>(std::move(found.allocation), found.count), std::move(found.shape),
            std::move(found.strides), found.first};
}
template <class T>
Imported<T> from_dlpack(const Stream& stream, OwnedUnversioned tensor) {
    return from_dlpack<T>(stream, versioned(std::move(tensor)));
}

/// Imports borrowed memory that a DLTensor describes. The result's destructor waits for `stream`.
/// The owner must not free the memory before this destructor has run. Throws like the overload
/// above.
template <class T>
Imported<T> from_dlpack(const Stream& stream, const Tensor& tensor) {
    return from_dlpack<T>(stream, detail::borrowed(tensor));
}

}  // namespace glint::dlpack

template <class T>
inline constexpr bool glint::kIsDeviceMemory<glint::dlpack::Imported<T>> = true;
