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

/// The texels of a mapped image as rows in memory. Kernels take it for a pointer, and
/// `ArrayView(texels)` is a view of them: (height, width), or (layers or slices, height, width)
/// where there is more than one. For as long as the map is open.
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
    /// The stream of the map.
    const Stream& stream() const noexcept { return scope_->stream(); }
    /// For views, which do not keep the map open.
    std::shared_ptr<const MemoryLease> lease() const { return MapScope::lease(scope_, *resource_); }

private:
    std::shared_ptr<MapScope> scope_;
    std::shared_ptr<SharedResource> resource_;
    PitchedSpan<T> texels_;
};

/// A shared texture or renderbuffer while kernels may use it; kernels take it as a
/// `cudaSurfaceObject_t`. All that it gives is valid until the map ends, and made but once however
/// often it is mapped. Each throws Error(invalid_state) after `unmap`.
class [[nodiscard]] MappedTexture {
public:
    MappedTexture(std::shared_ptr<MapScope> scope, std::shared_ptr<SharedResource> resource)
        : scope_(std::move(scope)), resource_(std::move(resource)) {}

    /// To read and write a level by: `surface({.layer = 2, .level = 1})`, or all layers of it
    /// without a layer. Throws Error(invalid_argument) if there is no such part,
    /// Error(invalid_state) if it is shared for reading, and Error(unsupported) for one layer where
    /// a GPU's texels are copied to OpenGL.
    Surface surface(const ImagePart& part = {}) const;

    /// To sample all levels and layers by. Throws Error(invalid_argument) for options that the
    /// image does not take, as Texture does.
    TextureHandle texture(const driver::TextureOptions& options = {}) const;

    /// The part's memory, for copies. Throws as `surface` does.
    driver::ImageMemory image(const ImagePart& part = {}) const;

    /// The texels of a part where they lie, one T each: float for r32f, glm::vec4 for rgba32f. On
    /// the CPU alone: a GPU has them in an order of its own, by whatever way they are shared, and
    /// throws Error(unsupported); texels.hpp copies them to and from arrays. Throws
    /// Error(invalid_argument) if a texel is not as large as a T, or there is no such part, and
    /// Error(invalid_state) for a T that is not const of an image that is shared for reading.
    template <class T>
    MappedTexels<T> texels(const ImagePart& part = {}) const {
        const driver::ImageMemory image = rows_of(part, sizeof(T), !std::is_const_v<T>);
        return {scope_, resource_,
                PitchedSpan<T>(static_cast<T*>(image.data), driver::extent_of(image.shape),
                               image.pitch_bytes)};
    }

    /// The stream of the map.
    const Stream& stream() const noexcept { return scope_->stream(); }
    /// The memory of a part as `image` gives it, whose texels must have so many bytes.
    driver::ImageMemory image_of(const ImagePart& part, std::size_t element_bytes) const;
    /// Throws Error(invalid_state) if it is shared for reading.
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
