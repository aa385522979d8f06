// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <glint/gl/handle.hpp>

namespace glint::gl {

struct BufferOptions {
    /// Maps the storage for the buffer's lifetime, coherent, for reading and writing; see `mapped`.
    /// Drivers then keep it in host-visible memory, which makes drawing slower.
    bool mapped = false;
};

/// A GL buffer of untyped bytes. Its storage never changes size.
class RawBuffer {
public:
    /// Allocates `size_bytes` uninitialized bytes. Throws Error(out_of_memory).
    RawBuffer(const Context& context, std::size_t size_bytes, const BufferOptions& options = {});

    /// Creates a name without storage, for memory allocated elsewhere. Give it storage, for example
    /// with glNamedBufferStorageMemEXT, then call `refresh_size`.
    static RawBuffer without_storage(const Context& context);

    /// Takes over a buffer that was created in `context`; it is deleted with this object.
    static RawBuffer adopt(const Context& context, unsigned native);
    /// Borrows a buffer that was created in `context`. Its owner deletes it and must keep it until
    /// this object is destroyed.
    static RawBuffer borrow(const Context& context, unsigned native);

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }
    std::size_t size_bytes() const noexcept { return size_bytes_; }

    /// Reads the size from GL, after external code has given it storage.
    void refresh_size();

    /// Copies in or out at `offset_bytes`. `download` waits for all earlier draws and copies. Both
    /// throw Error(invalid_argument) if the range does not fit.
    void upload(std::span<const std::byte> bytes, std::size_t offset_bytes = 0);
    void download(std::span<std::byte> bytes, std::size_t offset_bytes = 0) const;

    /// Sets all bytes to zero, after all earlier draws and compute runs.
    void clear();

    /// Returns the storage in host memory if BufferOptions::mapped was set, else null. Before
    /// writing, wait on a Fence after the draws that read it; before reading, after those that
    /// write it.
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
    bool written_elsewhere_ = false;  // by an API that GL does not know about
    bool takes_uploads_ = true;       // mutable, or created with GL_DYNAMIC_STORAGE_BIT
};

/// A GL buffer of `size()` elements, for example vertex data. `T` may be float, glm::vec4, or any
/// trivially copyable struct.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;

    /// Allocates `count` uninitialized elements. Throws Error(out_of_memory).
    Buffer(const Context& context, std::size_t count, const BufferOptions& options = {})
        : raw_(context, count * sizeof(T), options) {}

    /// Allocates the buffer and fills it with `values`.
    Buffer(const Context& context, std::span<const T> values, const BufferOptions& options = {})
        : Buffer(context, values.size(), options) {
        upload(values);
    }

    /// Views the bytes as elements; a trailing partial element stays unused.
    explicit Buffer(RawBuffer raw) noexcept : raw_(std::move(raw)) {}

    /// Takes over a buffer that was created in `context`; it is deleted with this object.
    static Buffer adopt(const Context& context, unsigned native) {
        return Buffer(RawBuffer::adopt(context, native));
    }
    /// Borrows a buffer that was created in `context`. Its owner deletes it and must keep it until
    /// this object is destroyed.
    static Buffer borrow(const Context& context, unsigned native) {
        return Buffer(RawBuffer::borrow(context, native));
    }

    unsigned native() const noexcept { return raw_.native(); }
    [[nodiscard]] unsigned release() noexcept { return raw_.release(); }
    const Context& context() const noexcept { return raw_.context(); }
    std::size_t size() const noexcept { return raw_.size_bytes() / sizeof(T); }
    std::size_t size_bytes() const noexcept { return raw_.size_bytes(); }

    /// Copies `values` to the elements that start at `first`.
    /// Throws Error(invalid_argument) if they do not fit.
    void upload(std::span<const T> values, std::size_t first = 0) {
        raw_.upload(std::as_bytes(values), first * sizeof(T));
    }

    /// Fills `values` with the elements that start at `first`. Waits for pending GL writes.
    void download(std::span<T> values, std::size_t first = 0) const {
        raw_.download(std::as_writable_bytes(values), first * sizeof(T));
    }

    /// Returns all elements. Waits for pending GL writes.
    std::vector<T> download() const {
        std::vector<T> values(size());
        download(values);
        return values;
    }

    /// Returns the elements in host memory if BufferOptions::mapped was set, else an empty span;
    /// see RawBuffer::mapped.
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
