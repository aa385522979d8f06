// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include <glint/gl/handle.hpp>

namespace glint::gl {

struct BufferOptions {
    /// Maps the storage into host memory for reading and writing (coherent) until the buffer is
    /// destroyed. See RawBuffer::mapped. Drivers then place the storage in host-visible memory, so
    /// drawing from the buffer is slower.
    bool mapped = false;
};

/// A GL buffer of untyped bytes. The size of its storage never changes.
class RawBuffer {
public:
    /// Allocates `size_bytes` bytes without initializing them. Throws Error(out_of_memory) if there
    /// is not enough memory.
    RawBuffer(const Context& context, std::size_t size_bytes, const BufferOptions& options = {});

    /// Creates a buffer name without storage, for memory that other code allocates. Attach the
    /// memory to the name, for example with glNamedBufferStorageMemEXT, and then call
    /// `refresh_size`.
    static RawBuffer without_storage(const Context& context);

    /// Takes ownership of a buffer that was created in `context`. The destructor deletes the
    /// buffer.
    static RawBuffer adopt(const Context& context, unsigned native);
    /// Uses a buffer that was created in `context` without owning the buffer. The owner must not
    /// delete the buffer before this object is destroyed.
    static RawBuffer borrow(const Context& context, unsigned native);

    unsigned native() const noexcept { return handle_.native(); }
    [[nodiscard]] unsigned release() noexcept { return handle_.release(); }
    const Context& context() const noexcept { return handle_.context(); }
    std::size_t size_bytes() const noexcept { return size_bytes_; }

    /// Asks OpenGL for the buffer's size. Call this function after other code has attached storage.
    void refresh_size();

    /// Copy bytes to or from the buffer, starting at `offset_bytes`. `download` first waits for all
    /// earlier draws and copies. Both functions throw Error(invalid_argument) if the bytes do not
    /// fit between the offset and the end of the buffer.
    void upload(std::span<const std::byte> bytes, std::size_t offset_bytes = 0);
    void download(std::span<std::byte> bytes, std::size_t offset_bytes = 0) const;

    /// Sets all bytes to zero. The device does this after all earlier draws and compute shaders.
    void clear();

    /// Returns the address of the storage in host memory if BufferOptions::mapped was set, else
    /// null. Before you write to this memory, wait on a Fence that follows all draws that read the
    /// buffer. Before you read this memory, wait on a Fence that follows all draws that write the
    /// buffer.
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
    bool written_elsewhere_ = false;  // true if another API, such as CUDA, may write the buffer
    bool takes_uploads_ = true;       // true if storage is mutable or has GL_DYNAMIC_STORAGE_BIT
};

/// A GL buffer of `size()` elements, for example vertex data. `T` is a trivially copyable type,
/// such as float, glm::vec4, or a struct.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;

    /// Allocates `count` elements without initializing them. Throws Error(out_of_memory) if there
    /// is not enough memory.
    Buffer(const Context& context, std::size_t count, const BufferOptions& options = {})
        : raw_(context, count * sizeof(T), options) {}

    /// Allocates a buffer of `values.size()` elements and copies `values` into the buffer.
    Buffer(const Context& context, std::span<const T> values, const BufferOptions& options = {})
        : Buffer(context, values.size(), options) {
        upload(values);
    }

    /// Treats the bytes of `raw` as elements. If the last bytes do not fill an element, they are
    /// unused.
    explicit Buffer(RawBuffer raw) noexcept : raw_(std::move(raw)) {}

    /// Takes ownership of a buffer that was created in `context`. The destructor deletes the
    /// buffer.
    static Buffer adopt(const Context& context, unsigned native) {
        return Buffer(RawBuffer::adopt(context, native));
    }
    /// Uses a buffer that was created in `context` without owning the buffer. The owner must not
    /// delete the buffer before this object is destroyed.
    static Buffer borrow(const Context& context, unsigned native) {
        return Buffer(RawBuffer::borrow(context, native));
    }

    unsigned native() const noexcept { return raw_.native(); }
    [[nodiscard]] unsigned release() noexcept { return raw_.release(); }
    const Context& context() const noexcept { return raw_.context(); }
    std::size_t size() const noexcept { return raw_.size_bytes() / sizeof(T); }
    std::size_t size_bytes() const noexcept { return raw_.size_bytes(); }

    /// Copies `values` to the elements that start at index `first`.
    /// Throws Error(invalid_argument) if the values do not fit.
    void upload(std::span<const T> values, std::size_t first = 0) {
        raw_.upload(std::as_bytes(values), first * sizeof(T));
    }

    /// Copies the elements that start at index `first` to `values`. Waits for all earlier GL
    /// writes. Throws Error(invalid_argument) if the buffer has too few elements.
    void download(std::span<T> values, std::size_t first = 0) const {
        raw_.download(std::as_writable_bytes(values), first * sizeof(T));
    }

    /// Returns all elements. Waits for all earlier GL writes.
    std::vector<T> download() const {
        std::vector<T> values(size());
        download(values);
        return values;
    }

    /// Returns the elements in host memory if BufferOptions::mapped was set, else an empty span.
    /// RawBuffer::mapped explains when the elements may be read and written.
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
