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
    /// Memory that somebody else owns, and that stays.
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
/// 3-D, layered or a cube, with levels or without. Made uninitialised. The memory goes when neither
/// the image nor a texture or surface of it is left.
class Image {
public:
    /// Throws Error(invalid_argument), naming the value, for a shape that is empty, contradicts
    /// itself or is more than `device.info().images` allows, and Error(out_of_memory).
    Image(const Device& device, const ImageShape& shape);

    /// An array that other code made in the device's primary context, and deletes when neither this
    /// image nor a texture or surface of it is left: a CUarray, or a CUmipmappedArray of `levels`
    /// if those are more than 1. Its shape is what CUDA tells. Throws Error(invalid_argument) for a
    /// null pointer or no level, Error(unsupported) for channels that textures cannot read, and on
    /// the CPU, which has no such arrays.
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

/// Queues a copy of all texels of a level from the host: rows without gaps, slice after slice.
/// `from` must stay until the copy is done.
/// Throws Error(invalid_argument) if its size is not that of the level, or there is no such level.
template <detail::HostElements From>
void upload(Stream& stream, Image& to, From&& from, unsigned level = 0) {
    detail::require_kept<From>();
    detail::upload_image(stream, to, std::as_bytes(detail::host_span(from)), level);
}

/// Queues a copy of all texels of a level to the host, in the same order.
/// Throws as `upload` does.
template <detail::HostElements To>
void download(Stream& stream, To&& to, const Image& from, unsigned level = 0) {
    detail::require_kept<To>();
    detail::download_image(stream, std::as_writable_bytes(detail::host_span(to)), from, level);
}

/// A way to read an image or device memory, which kernels take as a `cudaTextureObject_t`; on the
/// host that is a TextureHandle, as in Kernel<void(TextureHandle, float*)>. It goes after the work
/// that may still read through it.
class Texture {
public:
    /// Throws Error(invalid_argument), naming the value, for options that the image does not take:
    /// a linear filter or normalised reads of integers that have neither, wrapping or mirroring
    /// without normalised coordinates, a cube or levels without them.
    explicit Texture(const Image& image, const TextureOptions& options = {});

    /// Elements in a row, which only tex1Dfetch reads: neither filter nor address mode apply.
    /// `memory` must outlive the texture. Throws Error(invalid_argument) as above, for other
    /// options than `normalised_reads`, and if there are more elements than
    /// `device.info().images.linear`.
    template <class T>
    static Texture linear(const Device& device, DeviceSpan<T> memory, const TexelFormat& format,
                          const TextureOptions& options = {}) {
        return Texture(device.backend(), linear_memory(memory.data(), memory.size_bytes(), format),
                       options);
    }

    /// Rows of texels, of which each takes one or more elements. The memory must outlive the
    /// texture. Throws Error(invalid_argument) as above, for several slices, for rows of no whole
    /// texels, and if the pitch or the address is no multiple of what `device.info().images` asks
    /// for.
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
    std::shared_ptr<const detail::ImageAllocation> image_;  // null for memory of the caller's
    std::uint64_t handle_ = 0;
};

/// A way to read and write a level of an image; kernels with a Surface parameter take it. It goes
/// after the work that may still use it.
class ImageSurface {
public:
    /// Throws Error(invalid_argument) if the image has no such level.
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
