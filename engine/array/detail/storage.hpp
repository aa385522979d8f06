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

/// The memory of an array, shared by its views, and the stream on which all its work is queued.
struct ArrayStorage {
    Stream stream;
    Allocation memory{};                         ///< empty if the memory belongs to another object
    std::shared_ptr<const MemoryLease> lease{};  ///< lease of foreign memory; null if owned
};

/// Returns another handle of the same stream, with the same pool.
inline Stream handle_of(const Stream& stream) {
    return {stream.device(), stream.share(), stream.pool()};
}

/// Allocates memory from the stream's pool. Throws Error(out_of_memory), and
/// Error(invalid_argument) for sizes that memory cannot hold.
std::shared_ptr<ArrayStorage> allocate(const Stream& stream, const Shape& shape,
                                       std::size_t element_bytes);

/// Returns the stream of an array. Every use of a view calls this function. Throws
/// Error(invalid_state) for an array that was created without a stream, and the error of the
/// lease if its memory can no longer be used.
Stream& stream_of(const std::shared_ptr<ArrayStorage>& storage);

/// Type-erased elements in memory.
struct Elements {
    void* data = nullptr;
    Layout layout{};
    std::size_t element_bytes = 0;

    std::size_t size_bytes() const noexcept { return layout.size() * element_bytes; }
};

// These functions copy contiguous elements between device and host, and fill them.

/// Copies to the host and waits for the copy.
void download(Stream& stream, void* to, const Elements& from);
/// Copies from the host. `from` can be modified or freed after the call.
void upload(Stream& stream, const Elements& to, const void* from);
void fill(Stream& stream, const Elements& to, std::span<const std::byte> element);

/// Bools stored in one byte each, converted from std::vector<bool>, which uses one bit for each.
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
