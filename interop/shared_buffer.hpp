// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <tuple>
#include <utility>

#include <glint/driver/span.hpp>
#include <glint/interop/detail/buffer_parts.hpp>
#include <glint/interop/detail/map_scope.hpp>

namespace glint::interop {

/// A shared buffer while kernels may write it. Its destructor, also during an exception, orders the
/// kernels' writes before the next draw. While it is open, kernels take it as a pointer, and
/// `ArrayView(mapped)` is a view of its elements.
template <class T>
class [[nodiscard]] Mapped {
public:
    Mapped(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource,
           std::size_t size)
        : scope_(std::move(scope)), resource_(std::move(resource)), size_(size) {}

    /// Throws Error(invalid_state) after `unmap`.
    T* data() const {
        scope_->require_open(*resource_);
        return static_cast<T*>(resource_->bridge().address());
    }
    std::size_t size() const noexcept { return size_; }
    DeviceSpan<T> span() const { return {data(), size_}; }

    /// The stream it was mapped on.
    const Stream& stream() const noexcept { return scope_->stream(); }
    /// A lease for views, which do not keep the map open.
    std::shared_ptr<const MemoryLease> lease() const { return MapScope::lease(scope_, *resource_); }

    /// Closes the map before its scope ends, together with the resources mapped in the same call.
    void unmap() { scope_->unmap(); }

private:
    std::shared_ptr<MapScope> scope_;
    std::shared_ptr<SharedResource> resource_;
    std::size_t size_;
};

/// A GL buffer of `size()` elements that kernels can also write.
///
/// While a `Mapped` lives, GL must not access the buffer. From `gl()` until the next map, GL may
/// read it, and may write it if the access is `read_write` or `read`; kernels then see those
/// writes. A buffer that this class allocates has the access `write` by default. Kernels then see
/// the writes of earlier kernels; GL's writes reach them only with methods that share memory
/// (`exported`, `registered`).
template <class T>
class SharedBuffer {
public:
    using mapped_type = Mapped<T>;

    /// Allocates `count` uninitialized elements, shared by the method `options.sharing`.
    /// Throws Error if memory runs out or `device` cannot share this way with this context.
    SharedBuffer(const Device& device, const gl::Context& context, std::size_t count,
                 ShareOptions options = {})
        : device_(device), options_(std::move(options)), storage_(make(context, count)) {}

    /// Shares an existing buffer and takes ownership of it; pass `gl::Buffer<T>::borrow(context,
    /// name)` to leave it with its owner. Its content is kept. Throws Error(unsupported), with the
    /// reasons, if `device` cannot share it this way; `exported` never can.
    SharedBuffer(const Device& device, gl::Buffer<T> buffer, ShareOptions options = {})
        : device_(device), options_(std::move(options)), storage_(share(std::move(buffer))) {}

    /// Queues the map on `stream` and does not wait for the stream. Destroying the Mapped queues
    /// the unmap on the same stream. Throws Error(invalid_state) if it is already mapped.
    Mapped<T> map(Stream& stream) {
        return bind(std::make_shared<MapScope>(stream, std::vector{resource()}));
    }

    /// Reallocates for `count` elements; their values are lost. If this object owns an existing
    /// buffer, deletes it and allocates a new one. Throws Error(invalid_state) while it is mapped.
    void resize(std::size_t count) {
        storage_->resource.require_unmapped("resize");
        storage_ = make(gl::Context(storage_->resource.context()), count);
    }

    /// Returns the buffer for GL to read, including the last kernels' writes; may wait for them.
    /// Throws Error(invalid_state) while it is mapped.
    const gl::Buffer<T>& gl() {
        storage_->resource.give_to_gl();
        return storage_->gl;
    }

    std::size_t size() const noexcept { return storage_->gl.size(); }  ///< elements, not bytes
    Sharing sharing() const noexcept { return storage_->resource.sharing(); }

    /// For interop::map(), which maps several resources at once.
    std::shared_ptr<SharedResource> resource() const { return {storage_, &storage_->resource}; }
    Mapped<T> bind(std::shared_ptr<MapScope> scope) const {
        return Mapped<T>(std::move(scope), resource(), size());
    }

private:
    using Storage = SharedStorage<gl::Buffer<T>>;

    std::shared_ptr<Storage> make(const gl::Context& context, std::size_t count) const {
        return typed(make_shared_buffer(device_, context, count * sizeof(T), options_));
    }
    std::shared_ptr<Storage> share(gl::Buffer<T> buffer) const {
        return typed(share_buffer(device_, std::move(buffer.raw()), options_));
    }
    static std::shared_ptr<Storage> typed(BufferParts parts) {
        return std::make_shared<Storage>(gl::Buffer<T>(std::move(parts.gl)),
                                         std::move(parts.resource));
    }

    Device device_;
    ShareOptions options_;
    std::shared_ptr<Storage> storage_;
};

/// Maps several buffers and textures on `stream`, in one driver call:
///
///     auto [p, c] = interop::map(stream, positions, colours);
///
/// They are unmapped together, when the last of the results is destroyed.
template <class... Shared>
[[nodiscard]] std::tuple<typename Shared::mapped_type...> map(Stream& stream, Shared&... shared) {
    const auto scope = std::make_shared<MapScope>(
        stream, std::vector<std::shared_ptr<SharedResource>>{shared.resource()...});
    return {shared.bind(scope)...};
}

}  // namespace glint::interop

template <class T>
inline constexpr bool glint::kIsDeviceMemory<glint::interop::Mapped<T>> = true;
