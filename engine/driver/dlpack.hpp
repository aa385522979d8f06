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

/// Device memory given to and taken from other libraries (PyTorch, JAX, CuPy, TVM...) without a
/// copy, by DLPack 1: https://dmlc.github.io/dlpack/latest/c_api.html
namespace glint::dlpack {

// The structs have the layout of dlpack.h, so a pointer to one may be cast to the other's.

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
    std::int64_t* strides = nullptr;  ///< in elements; null for rows without gaps
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

/// DLManagedTensor, which libraries gave each other before DLPack 1.
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

/// A tensor whose memory goes back to its maker at the end; `release()` it for a library that
/// takes it over.
using OwnedTensor = std::unique_ptr<ManagedTensor, CallDeleter>;
using OwnedUnversioned = std::unique_ptr<UnversionedTensor, CallDeleter>;

/// One as the other. Null stays null. An unversioned one does not say whether it may be written, so
/// that `unversioned` throws Error(unsupported) for one that is read-only.
OwnedTensor versioned(OwnedUnversioned tensor);
OwnedUnversioned unversioned(OwnedTensor tensor);

/// How elements of type T are described. To be specialised for types beyond C++'s own numbers.
template <class T>
struct Describe {
    static_assert(std::is_arithmetic_v<T>, "specialise glint::dlpack::Describe for this type");
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

/// A tensor's elements, which `ArrayView(stream, imported)` sees in their shape, and
/// `ArrayView(stream, std::move(imported))` takes over. `memory` spans them from the first in
/// memory to the last, gaps included.
template <class T>
struct Imported {
    DeviceMemory<T> memory;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements; negative where they run backwards
    /// Where in `memory` the element with index 0 in each dimension lies.
    std::size_t first = 0;

    /// That element.
    T* data() noexcept { return memory.data() + first; }
    const T* data() const noexcept { return memory.data() + first; }
};

namespace detail {
/// What a tensor of ours says.
struct Description {
    void* data = nullptr;
    ElementType type{};
    std::vector<std::int64_t> shape{};
    std::vector<std::int64_t> strides{};  ///< none for rows without gaps
    bool is_read_only = false;
};
/// `keeps` is what the memory lives by; null for memory that is lent.
OwnedTensor wrap(const Device& device, Description described, std::shared_ptr<void> keeps);
/// Throws Error(invalid_argument) if the shape has not so many elements; an empty one becomes that.
std::vector<std::int64_t> shape_for(std::vector<std::int64_t> shape, std::size_t count);
/// Lets who uses the memory next come behind the work of `stream`: the host, or another stream.
void hand_over(const Stream& stream, Stream* consumer);
/// A tensor that owns nothing and says the same.
OwnedTensor borrowed(const Tensor& tensor);

/// Its address, element count and source, all checked.
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

/// Gives memory to another library, in rows of `shape` (all elements in one row without it). Waits
/// for `stream`, whose work makes the elements, so that anybody may use them at once.
/// Throws Error(invalid_argument) if the shape has another number of elements.
template <class T>
OwnedTensor to_dlpack(Stream& stream, DeviceMemory<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    detail::hand_over(stream, nullptr);
    return detail::wrap_memory(stream.device(), std::move(memory), std::move(shape));
}

/// Gives memory to a library that works on `consumer`: that stream waits for `stream`, the host
/// does not. Otherwise like to_dlpack() without a consumer.
template <class T>
OwnedTensor to_dlpack(Stream& stream, Stream& consumer, DeviceMemory<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    detail::hand_over(stream, &consumer);
    return detail::wrap_memory(stream.device(), std::move(memory), std::move(shape));
}

/// Lends memory: it stays its owner's, who must keep it until the tensor was given back. Arrays and
/// views lend theirs by `glint/array/dlpack.hpp`. Waits and throws as above.
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

/// Takes another library's memory, which must be ready for work on `stream`. It goes back when the
/// memory is destroyed, which waits for `stream`.
/// Throws Error(invalid_argument) for elements of another type, memory that kernels of the
/// stream's device cannot use, extents that are negative or do not fit in memory, or memory that is
/// read-only while T is not const; and Error(unsupported) for another version of DLPack.
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

/// Memory that is lent, a DLTensor: its owner must keep it until the result is destroyed, which
/// waits for `stream`. Throws as above.
template <class T>
Imported<T> from_dlpack(const Stream& stream, const Tensor& tensor) {
    return from_dlpack<T>(stream, detail::borrowed(tensor));
}

}  // namespace glint::dlpack

template <class T>
inline constexpr bool glint::kIsDeviceMemory<glint::dlpack::Imported<T>> = true;
