// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <glint/gl/handle.hpp>

namespace glint::gl {

struct BufferOptions {
    /// Map the storage for the buffer's whole life, coherently, for reading and writing: see
    /// `mapped`. Drivers then keep it in memory that the host can reach, which draws slower.
    bool mapped = false;
};

/// A GL buffer of untyped bytes. Its storage never changes size.
class RawBuffer {
public:
    /// Allocates `size_bytes` uninitialised bytes. Throws Error(out_of_memory).
    RawBuffer(const Context& context, std::size_t size_bytes, const BufferOptions& options = {});

    /// A name with no storage yet, for memory made elsewhere: give it storage with, say,
    /// glNamedBufferStorageMemEXT, then call `refresh_size`.
    static RawBuffer without_storage(const Context& context);

    /// Takes over a buffer that was created in `context`; it is deleted with this object.
    static RawBuffer adopt(const Context& context, unsigned native);
    /// Borrows a buffer that was created in `context`: its owner deletes it, and not before this
    /// object is gone.
    static RawBuffer borrow(const Context& context, unsigned native);

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }
    std::size_t size_bytes() const noexcept { return size_bytes_; }

    /// Reads the size from GL, after storage was given from outside.
    void refresh_size();

    /// Copies in, or out, at `offset_bytes`. `download` waits for all draws and copies before it.
    /// Throw Error(invalid_argument) if the range does not fit.
    void upload(std::span<const std::byte> bytes, std::size_t offset_bytes = 0);
    void download(std::span<std::byte> bytes, std::size_t offset_bytes = 0) const;

    /// Sets all bytes to zero, after all draws and runs before it.
    void clear();

    /// The storage in host memory if it was asked for with BufferOptions::mapped, else null.
    /// Wait on a Fence after the draws that read it before writing, and after those that write
    /// it before reading.
    std::byte* mapped() const noexcept { return mapped_; }

private:
    explicit RawBuffer(Handle handle) noexcept : handle_(std::move(handle)) {}
    void require_range(std::size_t count, std::size_t offset, const char* operation) const;
    void find_storage();
    void download_by_copy(std::span<std::byte> bytes, std::size_t offset_bytes) const;
    void upload_by_copy(std::span<const std::byte> bytes, std::size_t offset_bytes);

    Handle handle_;
    std::size_t size_bytes_ = 0;
    std::byte* mapped_ = nullptr;
    bool written_elsewhere_ = false;  // by an API that GL does not know of
    bool takes_uploads_ = true;       // as storage does that was made with the flag for it
};

/// A GL buffer of `size()` elements: vertex data, say. `T` may be float, glm::vec4, or any struct
/// that is copied bit by bit.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;

    /// Allocates `count` uninitialised elements. Throws Error(out_of_memory).
    Buffer(const Context& context, std::size_t count, const BufferOptions& options = {})
        : raw_(context, count * sizeof(T), options) {}

    /// Allocates and fills.
    Buffer(const Context& context, std::span<const T> values, const BufferOptions& options = {})
        : Buffer(context, values.size(), options) {
        upload(values);
    }

    /// Gives elements to bytes; a rest that is no whole element is left unused.
    explicit Buffer(RawBuffer raw) noexcept : raw_(std::move(raw)) {}

    /// Takes over a buffer that was created in `context`; it is deleted with this object.
    static Buffer adopt(const Context& context, unsigned native) {
        return Buffer(RawBuffer::adopt(context, native));
    }
    /// Borrows a buffer that was created in `context`: its owner deletes it, and not before this
    /// object is gone.
    static Buffer borrow(const Context& context, unsigned native) {
        return Buffer(RawBuffer::borrow(context, native));
    }

    unsigned native() const noexcept { return raw_.native(); }
    [[nodiscard]] unsigned release() noexcept { return raw_.release(); }
    const Context& context() const noexcept { return raw_.context(); }
    std::size_t size() const noexcept { return raw_.size_bytes() / sizeof(T); }
    std::size_t size_bytes() const noexcept { return raw_.size_bytes(); }

    /// Copies `values` to the elements from `first` on.
    /// Throws Error(invalid_argument) if they do not fit.
    void upload(std::span<const T> values, std::size_t first = 0) {
        raw_.upload(std::as_bytes(values), first * sizeof(T));
    }

    /// Fills `values` from the elements from `first` on. Waits for what GL still writes.
    void download(std::span<T> values, std::size_t first = 0) const {
        raw_.download(std::as_writable_bytes(values), first * sizeof(T));
    }

    /// All elements. Waits for what GL still writes.
    std::vector<T> download() const {
        std::vector<T> values(size());
        download(values);
        return values;
    }

    /// The elements in host memory if BufferOptions::mapped was set, else nothing; see
    /// RawBuffer::mapped.
    std::span<T> mapped() const noexcept {
        T* first = reinterpret_cast<T*>(raw_.mapped());
        return {first, first ? size() : 0};
    }

    RawBuffer& raw() noexcept { return raw_; }
    const RawBuffer& raw() const noexcept { return raw_; }

private:
    RawBuffer raw_;
};

}  // namespace glint::gl
