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

/// A shared buffer while kernels may write it. Kernels take this object as a pointer, and
/// `ArrayView(mapped)` is a view of the elements. The destructor closes the map: it orders the
/// kernels' writes before the next draw, even if an exception destroys this object.
template <class T>
class [[nodiscard]] Mapped {
public:
    Mapped(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource,
           std::size_t size)
        : scope_(std::move(scope)), resource_(std::move(resource)), size_(size) {}

    /// Returns the address of the elements. Throws Error(invalid_state) if `unmap` was called.
    T* data() const {
        scope_->require_open(*resource_);
        return static_cast<T*>(resource_->bridge().address());
    }
    std::size_t size() const noexcept { return size_; }
    DeviceSpan<T> span() const { return {data(), size_}; }

    /// Returns the stream on which the buffer is mapped.
    const Stream& stream() const noexcept { return scope_->stream(); }
    /// Returns a lease for views of the elements. The lease does not keep the map open. After the
    /// unmap, the lease throws an error.
    std::shared_ptr<const MemoryLease> lease() const { return MapScope::lease(scope_, *resource_); }

    /// Closes the map now. Also closes the maps of all resources that were mapped in the same call.
    void unmap() { scope_->unmap(); }

private:
    std::shared_ptr<MapScope> scope_;
    std::shared_ptr<SharedResource> resource_;
    std::size_t size_;
};

/// A GL buffer of `size()` elements that kernels can also write.
///
/// GL must not access the buffer while a `Mapped` exists. After `gl()` and until the next map, GL
/// may read the buffer. If the access is `read_write` or `read`, GL may also write it, and kernels
/// see these writes. A buffer that this class allocates has the access `write` by default: kernels
/// see what earlier kernels wrote, but see GL's writes only if the sharing method uses the same
/// memory (`exported`, `registered`).
template <class T>
class SharedBuffer {
public:
    using mapped_type = Mapped<T>;

    /// Allocates `count` elements without initializing them, and shares them by the method
    /// `options.sharing`. Throws Error if there is not enough memory, or if the method does not
    /// work with this device and context.
    SharedBuffer(const Device& device, const gl::Context& context, std::size_t count,
                 ShareOptions options = {})
        : device_(device), options_(std::move(options)), storage_(make(context, count)) {}

    /// Shares an existing buffer, keeps its content, and takes ownership of it. If the owner must
    /// keep the buffer, pass `gl::Buffer<T>::borrow(context, name)`. Throws Error(unsupported) with
    /// the reasons if the method does not work with this device. The method `exported` never works
    /// for an existing buffer.
    SharedBuffer(const Device& device, gl::Buffer<T> buffer, ShareOptions options = {})
        : device_(device), options_(std::move(options)), storage_(share(std::move(buffer))) {}

    /// Maps the buffer for work on `stream`. Only queues the map and does not wait for the stream.
    /// When the Mapped is destroyed, it queues the unmap on the same stream. Throws
    /// Error(invalid_state) if the buffer is already mapped.
    Mapped<T> map(Stream& stream) {
        return bind(std::make_shared<MapScope>(stream, std::vector{resource()}));
    }

    /// Allocates a new buffer of `count` elements. The old values are lost. If this object owns the
    /// old buffer, it is deleted. Throws Error(invalid_state) while the buffer is mapped.
    void resize(std::size_t count) {
        storage_->resource.require_unmapped("resize");
        storage_ = make(gl::Context(storage_->resource.context()), count);
    }

    /// Returns the buffer for GL to read. It contains the last kernels' writes, so this function
    /// may wait for the kernels. Throws Error(invalid_state) while the buffer is mapped.
    const gl::Buffer<T>& gl() {
        storage_->resource.give_to_gl();
        return storage_->gl;
    }

    std::size_t size() const noexcept { return storage_->gl.size(); }  ///< number of elements
    Sharing sharing() const noexcept { return storage_->resource.sharing(); }

    /// Used by interop::map(), which maps several resources in one call.
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

/// Maps several buffers and textures on `stream` in one driver call:
///
///     auto [p, c] = interop::map(stream, positions, colours);
///
/// When the last of the results is destroyed, all of them are unmapped together.
template <class... Shared>
[[nodiscard]] std::tuple<typename Shared::mapped_type...> map(Stream& stream, Shared&... shared) {
    const auto scope = std::make_shared<MapScope>(
        stream, std::vector<std::shared_ptr<SharedResource>>{shared.resource()...});
    return {shared.bind(scope)...};
}

}  // namespace glint::interop

template <class T>
inline constexpr bool glint::kIsDeviceMemory<glint::interop::Mapped<T>> = true;
