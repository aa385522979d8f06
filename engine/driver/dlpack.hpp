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

/// Zero-copy exchange of device memory with other libraries (PyTorch, JAX, CuPy, TVM...) through
/// DLPack 1: https://dmlc.github.io/dlpack/latest/c_api.html
namespace glint::dlpack {

// The structs below have the layout of those in dlpack.h, so pointers can be cast between the two.

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
    std::int64_t* strides = nullptr;  ///< in elements; null for contiguous rows
    std::uint64_t offset_bytes = 0;
};

constexpr std::uint64_t kReadOnly = 1;
constexpr std::uint64_t kIsCopy = 2;

/// DLManagedTensorVersioned.
struct ManagedTensor {
    Version version{};
    void* manager = nullptr;
    void (*deleter)(ManagedTensor*) = nullptr;
    std::uint64_t flags = 0;
    Tensor tensor{};
};

/// DLManagedTensor, used by libraries before DLPack 1.
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

/// A tensor whose destructor returns the memory to its producer. Call `release()` to hand it to a
/// library that takes ownership.
using OwnedTensor = std::unique_ptr<ManagedTensor, CallDeleter>;
using OwnedUnversioned = std::unique_ptr<UnversionedTensor, CallDeleter>;

/// Converts between the two forms; null stays null. The unversioned form cannot mark memory as
/// read-only, so `unversioned` throws Error(unsupported) for a read-only tensor.
OwnedTensor versioned(OwnedUnversioned tensor);
OwnedUnversioned unversioned(OwnedTensor tensor);

/// Describes elements of type T. Specialize it for types other than C++'s built-in numbers.
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

/// A tensor's elements. `ArrayView(stream, imported)` views them in their shape, and
/// `ArrayView(stream, std::move(imported))` takes ownership. `memory` spans them from the lowest to
/// the highest address, including gaps.
template <class T>
struct Imported {
    DeviceMemory<T> memory;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements; may be negative
    /// Offset in `memory` of the element with index 0 in every dimension.
    std::size_t first = 0;

    /// Address of the element with index 0 in every dimension.
    T* data() noexcept { return memory.data() + first; }
    const T* data() const noexcept { return memory.data() + first; }
};

namespace detail {
/// Describes a tensor exported by glint.
struct Description {
    void* data = nullptr;
    ElementType type{};
    std::vector<std::int64_t> shape{};
    std::vector<std::int64_t> strides{};  ///< empty for contiguous rows
    bool is_read_only = false;
};
/// Creates a tensor. `keeps` owns its memory; null for borrowed memory.
OwnedTensor wrap(const Device& device, Description described, std::shared_ptr<void> keeps);
/// Returns the shape, which defaults to `count` elements. Throws Error(invalid_argument) if the
/// number of elements is not `count`.
std::vector<std::int64_t> shape_for(std::vector<std::int64_t> shape, std::size_t count);
/// Makes the next user of the memory, the host or the stream `consumer`, wait for the work of
/// `stream`.
void hand_over(const Stream& stream, Stream* consumer);
/// Returns a non-owning tensor with the same description.
OwnedTensor borrowed(const Tensor& tensor);

/// Validated address, element count and source of a tensor.
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

/// Hands memory to another library, in rows of `shape` (a single row by default). Waits for
/// `stream`, whose work produces the elements, so that they can be used immediately. Throws
/// Error(invalid_argument) if the shape has a different number of elements.
template <class T>
OwnedTensor to_dlpack(Stream& stream, DeviceMemory<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    detail::hand_over(stream, nullptr);
    return detail::wrap_memory(stream.device(), std::move(memory), std::move(shape));
}

/// Hands memory to a library that works on the stream `consumer`. That stream waits for `stream`;
/// the host does not. Otherwise like to_dlpack() without a consumer.
template <class T>
OwnedTensor to_dlpack(Stream& stream, Stream& consumer, DeviceMemory<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    detail::hand_over(stream, &consumer);
    return detail::wrap_memory(stream.device(), std::move(memory), std::move(shape));
}

/// Lends memory, which the owner must keep until the tensor is returned. For arrays and views use
/// `glint/array/dlpack.hpp`. Waits and throws like the first overload.
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

/// Imports another library's memory, which must be ready for work on `stream`. Destroying the
/// result returns the memory, after waiting for `stream`. Throws Error(invalid_argument) if the
/// element type differs, kernels of the stream's device cannot access the memory, extents are
/// negative or too large, or the memory is read-only and T is not const. Throws Error(unsupported)
/// for another version of DLPack.
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

/// Imports borrowed memory described by a DLTensor. Its owner must keep it until the result is
/// destroyed, which waits for `stream`. Throws like the overload above.
template <class T>
Imported<T> from_dlpack(const Stream& stream, const Tensor& tensor) {
    return from_dlpack<T>(stream, detail::borrowed(tensor));
}

}  // namespace glint::dlpack

template <class T>
inline constexpr bool glint::kIsDeviceMemory<glint::dlpack::Imported<T>> = true;
