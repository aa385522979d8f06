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

/// The texels of a mapped image as rows in memory, valid while the map is open. Kernels take it as
/// a pointer. `ArrayView(texels)` is a view of them: (height, width), or (layers or slices, height,
/// width) if there is more than one.
template <class T>
class MappedTexels {
public:
    MappedTexels(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource,
                 PitchedSpan<T> texels)
        : scope_(std::move(scope)), resource_(std::move(resource)), texels_(texels) {}

    /// Throws Error(invalid_state) after `unmap`.
    T* data() const {
        scope_->require_open(*resource_);
        return texels_.data();
    }
    const Extent& extent() const noexcept { return texels_.extent(); }
    std::size_t pitch_bytes() const noexcept { return texels_.pitch_bytes(); }
    std::size_t slice_bytes() const noexcept { return texels_.slice_bytes(); }
    /// The stream it was mapped on.
    const Stream& stream() const noexcept { return scope_->stream(); }
    /// A lease for views, which do not keep the map open.
    std::shared_ptr<const MemoryLease> lease() const { return MapScope::lease(scope_, *resource_); }

private:
    std::shared_ptr<MapScope> scope_;
    std::shared_ptr<SharedResource> resource_;
    PitchedSpan<T> texels_;
};

/// A shared texture or renderbuffer while kernels may use it; kernels take it as a
/// `cudaSurfaceObject_t`. Everything it returns is valid until the map ends, and is created only
/// once, however often the image is mapped. Each function throws Error(invalid_state) after
/// `unmap`.
class [[nodiscard]] MappedTexture {
public:
    MappedTexture(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource)
        : scope_(std::move(scope)), resource_(std::move(resource)) {}

    /// Returns a surface to read and write a level: `surface({.layer = 2, .level = 1})` for one
    /// layer, or all layers without `layer`. Throws Error(invalid_argument) if the part does not
    /// exist, Error(invalid_state) if the image is shared for reading only, and Error(unsupported)
    /// for one layer where a GPU's texels are copied to OpenGL.
    Surface surface(const ImagePart& part = {}) const;

    /// Returns a texture handle to sample all levels and layers. Throws Error(invalid_argument) for
    /// options that the image does not support, as Texture does.
    TextureHandle texture(const driver::TextureOptions& options = {}) const;

    /// Returns the part's memory, for copies. Throws as `surface` does.
    driver::ImageMemory image(const ImagePart& part = {}) const;

    /// Returns the texels of a part in place, one T each: float for r32f, glm::vec4 for rgba32f.
    /// Only for the CPU: a GPU uses its own tiling with every sharing method and throws
    /// Error(unsupported); texels.hpp copies texels to and from arrays. Throws
    /// Error(invalid_argument) if the texel size differs from a T, or the part does not exist.
    /// Throws Error(invalid_state) for a non-const T if the image is shared for reading only.
    template <class T>
    MappedTexels<T> texels(const ImagePart& part = {}) const {
        const driver::ImageMemory image = rows_of(part, sizeof(T), !std::is_const_v<T>);
        return {scope_, resource_,
                PitchedSpan<T>(static_cast<T*>(image.data), driver::extent_of(image.shape),
                               image.pitch_bytes)};
    }

    /// The stream it was mapped on.
    const Stream& stream() const noexcept { return scope_->stream(); }
    /// Returns the memory of a part as `image` does; its texels must have `element_bytes` bytes.
    driver::ImageMemory image_of(const ImagePart& part, std::size_t element_bytes) const;
    /// Throws Error(invalid_state) if it is shared for reading only.
    void require_writable() const;

    /// Closes the map before its scope ends, together with the resources mapped in the same call.
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
