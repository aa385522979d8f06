// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <glint/array/layout.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/memory_lease.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// The memory of an array, which its views share, and the stream that all work on it is queued on.
struct ArrayStorage {
    Stream stream;
    Allocation memory{};                         ///< empty where views see other memory
    std::shared_ptr<const MemoryLease> lease{};  ///< of that; null for the array's own
};

/// Another handle of the same stream, with the same pool.
inline Stream handle_of(const Stream& stream) {
    return {stream.device(), stream.share(), stream.pool()};
}

/// Memory of the stream's pool. Throws Error(out_of_memory), and Error(invalid_argument)
/// for more than memory can hold.
std::shared_ptr<ArrayStorage> allocate(const Stream& stream, const Shape& shape,
                                       std::size_t element_bytes);

/// Throws Error(invalid_state) for an array that was made without one, and what its lease throws
/// for memory that must not be used any more. All that uses a view asks for its stream.
Stream& stream_of(const std::shared_ptr<ArrayStorage>& storage);

/// Elements in memory, whatever their type.
struct Elements {
    void* data = nullptr;
    Layout layout{};
    std::size_t element_bytes = 0;

    std::size_t size_bytes() const noexcept { return layout.size() * element_bytes; }
};

// Elements that are contiguous, to and from the host and from a value.

/// Waits for the copy.
void download(Stream& stream, void* to, const Elements& from);
/// `from` has been read when it returns.
void upload(Stream& stream, const Elements& to, const void* from);
void fill(Stream& stream, const Elements& to, std::span<const std::byte> element);

/// Bools side by side, each in a byte, as a std::vector does not have them.
class UnpackedBools {
public:
    explicit UnpackedBools(const std::vector<bool>& packed)
        : bools_(std::make_unique<bool[]>(packed.size())), size_(packed.size()) {
        std::copy(packed.begin(), packed.end(), bools_.get());
    }
    operator std::span<const bool>() const noexcept {  // NOLINT(google-explicit-constructor)
        return {bools_.get(), size_};
    }

private:
    std::unique_ptr<bool[]> bools_;
    std::size_t size_;
};

}  // namespace glint::detail
