// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <glint/driver/kernel.hpp>
#include <glint/driver/pitched.hpp>
#include <glint/interop/detail/map_scope.hpp>

namespace glint::interop {

/// The texels of a mapped image as rows in memory. They are valid while the map is open. Kernels
/// take this object as a pointer. `ArrayView(texels)` is a view with the shape (height, width), or
/// with the shape (count, height, width) if there are several layers or slices.
template <class T>
class MappedTexels {
public:
    MappedTexels(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource,
                 PitchedSpan<T> texels)
        : scope_(std::move(scope)), resource_(std::move(resource)), texels_(texels) {}

    /// Returns the address of the texels. Throws Error(invalid_state) if `unmap` was called.
    T* data() const {
        scope_->require_open(*resource_);
        return texels_.data();
    }
    const Extent& extent() const noexcept { return texels_.extent(); }
    std::size_t pitch_bytes() const noexcept { return texels_.pitch_bytes(); }
    std::size_t slice_bytes() const noexcept { return texels_.slice_bytes(); }
    /// Returns the stream on which the image is mapped.
    const Stream& stream() const noexcept { return scope_->stream(); }
    /// Returns a lease for views of the texels. The lease does not keep the map open. After the
    /// unmap, the lease throws an error.
    std::shared_ptr<const MemoryLease> lease() const { return MapScope::lease(scope_, *resource_); }

private:
    std::shared_ptr<MapScope> scope_;
    std::shared_ptr<SharedResource> resource_;
    PitchedSpan<T> texels_;
};

/// A shared texture or renderbuffer while kernels may use it. Kernels take this object as a
/// `cudaSurfaceObject_t`. Surfaces, textures and memory that the functions return are valid until
/// the map ends. If the image is mapped again, the same surfaces and textures are reused. All
/// functions throw Error(invalid_state) if `unmap` was called.
class [[nodiscard]] MappedTexture {
public:
    MappedTexture(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource)
        : scope_(std::move(scope)), resource_(std::move(resource)) {}

    /// Returns a surface, which can read and write a level. For example, `surface({.layer = 2,
    /// .level = 1})` is one layer of level 1; without `layer`, the surface has all layers. Throws
    /// Error(invalid_argument) if the part does not exist, and Error(invalid_state) if the image is
    /// shared for reading only. Also throws Error(unsupported) for a single layer on a GPU if the
    /// sharing method copies texels.
    Surface surface(const ImagePart& part = {}) const;

    /// Returns a texture handle, which can sample all levels and layers. Throws
    /// Error(invalid_argument) if the image does not support the options.
    TextureHandle texture(const driver::TextureOptions& options = {}) const;

    /// Returns the memory of a part, for copies. Throws the same errors as `surface`, but allows
    /// images that are shared for reading only.
    driver::ImageMemory image(const ImagePart& part = {}) const;

    /// Returns the texels of a part in place, without a copy. T is the type of a texel: float for
    /// r32f, glm::vec4 for rgba32f. This function only works on the CPU. For a GPU it throws
    /// Error(unsupported), because a GPU stores texels in its own tiling; use the functions in
    /// texels.hpp to copy texels. Throws Error(invalid_argument) if the texel size is not sizeof(T)
    /// or the part does not exist. Throws Error(invalid_state) if T is not const and the image is
    /// shared for reading only.
    template <class T>
    MappedTexels<T> texels(const ImagePart& part = {}) const {
        const driver::ImageMemory image = rows_of(part, sizeof(T), !std::is_const_v<T>);
        return {scope_, resource_,
                PitchedSpan<T>(static_cast<T*>(image.data), driver::extent_of(image.shape),
                               image.pitch_bytes)};
    }

    /// Returns the stream on which the image is mapped.
    const Stream& stream() const noexcept { return scope_->stream(); }
    /// Like `image`, but throws Error(invalid_argument) if a texel does not have `element_bytes`
    /// bytes.
    driver::ImageMemory image_of(const ImagePart& part, std::size_t element_bytes) const;
    /// Throws Error(invalid_state) if the image is shared for reading only.
    void require_writable() const;

    /// Closes the map now. Also closes the maps of all resources that were mapped in the same call.
    void unmap() { scope_->unmap(); }

private:
    driver::ImageMemory rows_of(const ImagePart& part, std::size_t element_bytes,
                                bool writes) const;

    std::shared_ptr<MapScope> scope_;
    std::shared_ptr<SharedResource> resource_;
};

}  // namespace glint::interop

template <class T>
inline constexpr bool glint::kIsDeviceMemory<glint::interop::MappedTexels<T>> = true;
