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

/// An image's memory on its device.
class ImageAllocation {
public:
    ImageAllocation(const Device& device, const ImageShape& shape);
    /// Wraps memory that is owned elsewhere and stays valid.
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

/// Texels that kernels read through a Texture and read and write through an ImageSurface: 1-D, 2-D,
/// 3-D, layered or a cube, with or without mipmap levels. Uninitialized. The memory is freed once
/// the image and all of its textures and surfaces are gone.
class Image {
public:
    /// Throws Error(invalid_argument), naming the value, for a shape that is empty, inconsistent or
    /// exceeds `device.info().images`, and Error(out_of_memory).
    Image(const Device& device, const ImageShape& shape);

    /// Wraps an array that other code created in the device's primary context. Its owner must
    /// delete it only after this image and all of its textures and surfaces are gone. `native` is a
    /// CUarray, or a CUmipmappedArray if `levels` is above 1; CUDA reports its shape. Throws
    /// Error(invalid_argument) for a null pointer or 0 levels. Throws Error(unsupported) for
    /// channels that textures cannot read, and on the CPU, which has no such arrays.
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

/// Queues a copy of a whole level from the host: contiguous rows, slice after slice. `from` must
/// stay valid until the copy is done. Throws Error(invalid_argument) if its size differs from the
/// level's, or the level does not exist.
template <detail::HostElements From>
void upload(Stream& stream, Image& to, From&& from, unsigned level = 0) {
    detail::require_lasting<From>();
    detail::upload_image(stream, to, std::as_bytes(detail::host_span(from)), level);
}

/// Queues a copy of a whole level to the host, in the same order. Throws what `upload` throws.
template <detail::HostElements To>
void download(Stream& stream, To&& to, const Image& from, unsigned level = 0) {
    detail::require_lasting<To>();
    detail::download_image(stream, std::as_writable_bytes(detail::host_span(to)), from, level);
}

/// Read access to an image or device memory. A kernel receives it as a `cudaTextureObject_t`, which
/// host signatures declare as TextureHandle, as in Kernel<void(TextureHandle, float*)>. The
/// destructor waits for work that may still read through it.
class Texture {
public:
    /// Throws Error(invalid_argument), naming the value, for options that do not suit the image: a
    /// linear filter on integers without normalized reads, normalized reads of integers that do not
    /// support them, or wrapping, mirroring, a cube or mipmap levels without normalized
    /// coordinates.
    explicit Texture(const Image& image, const TextureOptions& options = {});

    /// Creates a texture of consecutive elements, which only tex1Dfetch can read; filter and
    /// address mode do not apply. `memory` must outlive the texture. Throws Error(invalid_argument)
    /// as above, for options other than `normalized_reads`, and for more elements than
    /// `device.info().images.linear`.
    template <class T>
    static Texture linear(const Device& device, DeviceSpan<T> memory, const TexelFormat& format,
                          const TextureOptions& options = {}) {
        return Texture(device.backend(), linear_memory(memory.data(), memory.size_bytes(), format),
                       options);
    }

    /// Creates a texture of pitched rows, with one or more elements per texel. The memory must
    /// outlive the texture. Throws Error(invalid_argument) as above, for several slices, for rows
    /// that do not consist of whole texels, and if the pitch or the address lacks the alignment
    /// that `device.info().images` requires.
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
    std::shared_ptr<const detail::ImageAllocation> image_;  // null for memory that the caller owns
    std::uint64_t handle_ = 0;
};

/// Read and write access to one level of an image. Kernels accept it for a Surface parameter. The
/// destructor waits for work that may still use it.
class ImageSurface {
public:
    /// Throws Error(invalid_argument) if the level does not exist.
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
