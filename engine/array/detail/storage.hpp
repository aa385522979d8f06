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
    Allocation memory{};                         ///< empty if the views refer to other memory
    std::shared_ptr<const MemoryLease> lease{};  ///< lease of other memory; null if owned
};

/// Returns another handle of the same stream, with the same pool.
inline Stream handle_of(const Stream& stream) {
    return {stream.device(), stream.share(), stream.pool()};
}

/// Allocates memory from the stream's pool. Throws Error(out_of_memory), and
/// Error(invalid_argument) for sizes that memory cannot hold.
std::shared_ptr<ArrayStorage> allocate(const Stream& stream, const Shape& shape,
                                       std::size_t element_bytes);

/// The stream of an array. Throws Error(invalid_state) for an array created without a stream, and
/// the lease's error if its memory must no longer be used. Called for every use of a view.
Stream& stream_of(const std::shared_ptr<ArrayStorage>& storage);

/// Type-erased elements in memory.
struct Elements {
    void* data = nullptr;
    Layout layout{};
    std::size_t element_bytes = 0;

    std::size_t size_bytes() const noexcept { return layout.size() * element_bytes; }
};

// These functions copy contiguous elements to and from the host, and fill them.

/// Waits for the copy.
void download(Stream& stream, void* to, const Elements& from);
/// `from` can be modified or freed after the call.
void upload(Stream& stream, const Elements& to, const void* from);
void fill(Stream& stream, const Elements& to, std::span<const std::byte> element);

/// Bools in one byte each. Converts from std::vector<bool>, which stores one bit each.
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
