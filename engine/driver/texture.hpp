// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <glint/driver/device.hpp>
#include <glint/driver/image_handle.hpp>
#include <glint/driver/pitched.hpp>
#include <glint/driver/span.hpp>
#include <glint/driver/stream.hpp>

namespace glint {

using driver::AddressModes;
using driver::ImageShape;
using driver::TextureOptions;

namespace detail {

/// Owns the memory of an image on its device.
class ImageAllocation {
public:
    ImageAllocation(const Device& device, const ImageShape& shape);
    /// Borrows memory that other code owns. The memory must outlive this object.
    ImageAllocation(const Device& device, const driver::ImageMemory& foreign);
    ~ImageAllocation();
    ImageAllocation(const ImageAllocation&) = delete;
    ImageAllocation& operator=(const ImageAllocation&) = delete;

    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }
    const driver::ImageMemory& memory() const noexcept { return memory_; }

private:
    std::shared_ptr<driver::Backend> backend_;
    driver::ImageMemory memory_;
    bool owned_ = true;
};

}  // namespace detail

/// Texels that kernels read through a Texture, and read and write through an ImageSurface. An image
/// is 1-D, 2-D, 3-D, layered or a cube, with or without mipmap levels. It is uninitialized. The
/// memory is freed after the image and all of its textures and surfaces are destroyed.
class Image {
public:
    /// Allocates an image. Throws Error(invalid_argument), naming the value, for a shape that is
    /// empty, inconsistent or larger than `device.info().images` allows. Throws
    /// Error(out_of_memory).
    Image(const Device& device, const ImageShape& shape);

    /// Returns an image for an array that other code created in the device's primary context. The
    /// owner must destroy the array only after this image and all of its textures and surfaces are
    /// destroyed. `native` is a CUarray, or a CUmipmappedArray if `levels` is greater than 1. CUDA
    /// reports its shape. Throws Error(invalid_argument) for a null pointer or 0 levels. Throws
    /// Error(unsupported) for channels that textures cannot read, and on the CPU.
    static Image wrap(const Device& device, void* native, unsigned levels = 1);

    const ImageShape& shape() const noexcept { return allocation_->memory().shape; }
    const driver::ImageMemory& memory() const noexcept { return allocation_->memory(); }
    const std::shared_ptr<const detail::ImageAllocation>& share() const noexcept {
        return allocation_;
    }

private:
    explicit Image(std::shared_ptr<const detail::ImageAllocation> allocation)
        : allocation_(std::move(allocation)) {}

    std::shared_ptr<const detail::ImageAllocation> allocation_;
};

namespace detail {
void upload_image(Stream& stream, const Image& to, std::span<const std::byte> from, unsigned level);
void download_image(Stream& stream, std::span<std::byte> to, const Image& from, unsigned level);
}  // namespace detail

/// Queues a copy of a whole mipmap level from the host: contiguous rows, slice after slice. `from`
/// must stay valid until the copy is done. Throws Error(invalid_argument) if its size differs from
/// that of the level, or if the level does not exist.
template <detail::HostElements From>
void upload(Stream& stream, Image& to, From&& from, unsigned level = 0) {
    detail::require_lasting<From>();
    detail::upload_image(stream, to, std::as_bytes(detail::host_span(from)), level);
}

/// Queues a copy of a whole mipmap level to the host: contiguous rows, slice after slice. Throws
/// what `upload` throws.
template <detail::HostElements To>
void download(Stream& stream, To&& to, const Image& from, unsigned level = 0) {
    detail::require_lasting<To>();
    detail::download_image(stream, std::as_writable_bytes(detail::host_span(to)), from, level);
}

/// Lets kernels read an image or device memory. A kernel receives the texture as a
/// `cudaTextureObject_t`, which host signatures declare as TextureHandle, as in
/// Kernel<void(TextureHandle, float*)>. The destructor waits for work that may still read through
/// the texture.
class Texture {
public:
    /// Throws Error(invalid_argument), naming the value, for options that do not suit the image: a
    /// linear filter on integers without normalized reads; normalized reads of integers that do not
    /// support them; or wrapping, mirroring, a cube or mipmap levels without normalized
    /// coordinates.
    explicit Texture(const Image& image, const TextureOptions& options = {});

    /// Creates a texture of consecutive elements. Kernels can read it only with tex1Dfetch, without
    /// a filter and an address mode. `memory` must outlive the texture. Throws
    /// Error(invalid_argument) like the constructor. Also throws it for options other than
    /// `normalized_reads`, and for more elements than `device.info().images.linear`.
    template <class T>
    static Texture linear(const Device& device, DeviceSpan<T> memory, const TexelFormat& format,
                          const TextureOptions& options = {}) {
        return Texture(device.backend(), linear_memory(memory.data(), memory.size_bytes(), format),
                       options);
    }

    /// Creates a texture of pitched rows, with one or more elements per texel. The memory must
    /// outlive the texture. Throws Error(invalid_argument) like the constructor. Also throws it for
    /// several slices, for rows that do not consist of whole texels, and for an address or a pitch
    /// without the alignment that `device.info().images` requires.
    template <class T>
    static Texture pitched(const Device& device, PitchedSpan<T> memory, const TexelFormat& format,
                           const TextureOptions& options = {}) {
        return Texture(device.backend(), pitched_memory(memory.erased(), format), options);
    }

    Texture(Texture&& other) noexcept;
    Texture& operator=(Texture&& other) noexcept;
    ~Texture();

    TextureHandle handle() const noexcept { return {handle_}; }

private:
    Texture(std::shared_ptr<driver::Backend> backend, const driver::ImageMemory& memory,
            const TextureOptions& options);
    static driver::ImageMemory linear_memory(const void* data, std::size_t size_bytes,
                                             const TexelFormat& format);
    static driver::ImageMemory pitched_memory(const detail::Block& rows, const TexelFormat& format);

    std::shared_ptr<driver::Backend> backend_;
    std::shared_ptr<const detail::ImageAllocation> image_;  // null if the caller owns the memory
    std::uint64_t handle_ = 0;
};

/// Lets kernels read and write one mipmap level of an image. Launches accept the object for a
/// Surface parameter. The destructor waits for work that may still use the surface.
class ImageSurface {
public:
    /// Throws Error(invalid_argument) if the mipmap level does not exist.
    explicit ImageSurface(const Image& image, unsigned level = 0);
    ImageSurface(ImageSurface&& other) noexcept;
    ImageSurface& operator=(ImageSurface&& other) noexcept;
    ~ImageSurface();

    Surface surface() const noexcept { return {handle_}; }

private:
    std::shared_ptr<const detail::ImageAllocation> image_;
    std::uint64_t handle_ = 0;
};

}  // namespace glint
