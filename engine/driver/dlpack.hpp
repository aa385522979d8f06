#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

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

struct CallDeleter {
    void operator()(ManagedTensor* tensor) const noexcept {
        if (tensor->deleter) tensor->deleter(tensor);
    }
};

/// A tensor whose memory goes back to its maker at the end; `release()` it for a library that
/// takes it over.
using OwnedTensor = std::unique_ptr<ManagedTensor, CallDeleter>;

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

/// A tensor's elements. `memory` spans them from the first to the last, gaps included.
template <class T>
struct Imported {
    DeviceMemory<T> memory;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements
};

namespace detail {
OwnedTensor wrap(const Device& device, void* data, std::size_t count, ElementType type,
                 std::vector<std::int64_t> shape, bool is_read_only, std::shared_ptr<void> memory);
/// Its address, element count and source, all checked.
struct Unwrapped {
    glint::detail::Allocation allocation;
    std::size_t count = 0;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
};
Unwrapped unwrap(const Stream& stream, OwnedTensor tensor, ElementType type, bool may_write);

template <class T>
OwnedTensor wrap_memory(const Device& device, DeviceMemory<T> memory,
                        std::vector<std::int64_t> shape) {
    auto kept = std::make_shared<DeviceMemory<T>>(std::move(memory));
    using Element = std::remove_const_t<T>;
    auto* data = const_cast<Element*>(std::as_const(*kept).data());
    const std::size_t count = kept->size();
    return wrap(device, data, count, Describe<Element>::kType, std::move(shape), std::is_const_v<T>,
                std::move(kept));
}
}  // namespace detail

/// Gives memory to another library, in rows of `shape` (all elements in one row without it). Waits
/// for `stream`, whose work makes the elements, so that anybody may use them at once.
/// Throws Error(invalid_argument) if the shape has another number of elements.
template <class T>
OwnedTensor to_dlpack(Stream& stream, DeviceMemory<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    stream.synchronize();
    return detail::wrap_memory(stream.device(), std::move(memory), std::move(shape));
}

/// The same for a library that works on `consumer`: that stream waits, the host does not.
template <class T>
OwnedTensor to_dlpack(Stream& stream, Stream& consumer, DeviceMemory<T> memory,
                      std::vector<std::int64_t> shape = {}) {
    Event made(stream.device());
    stream.record(made);
    consumer.wait(made);
    return detail::wrap_memory(stream.device(), std::move(memory), std::move(shape));
}

/// Takes another library's memory, which must be ready for work on `stream`. It goes back when the
/// memory is destroyed, which waits for `stream`.
/// Throws Error(invalid_argument) for elements of another type, memory that kernels of the
/// stream's device cannot use, strides that go backwards, extents that are negative or do not fit
/// in memory, or memory that is read-only while T is not const; and Error(unsupported) for another
/// version of DLPack.
template <class T>
Imported<T> from_dlpack(const Stream& stream, OwnedTensor tensor) {
    auto found = detail::unwrap(stream, std::move(tensor), Describe<std::remove_const_t<T>>::kType,
                                !std::is_const_v<T>);
    return {DeviceMemory<T>(std::move(found.allocation), found.count), std::move(found.shape),
            std::move(found.strides)};
}

}  // namespace glint::dlpack
