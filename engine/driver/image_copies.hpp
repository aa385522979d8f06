// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include <glint/driver/block_copies.hpp>
#include <glint/driver/texture.hpp>

/// Copies between images and device memory, between regions of images and the host, and between
/// images.
///
/// All functions queue on the stream and do not wait. They throw Error(invalid_argument) for an
/// image of another device, for a region outside the mipmap level, for memory with a different
/// number of rows or a different row size, and for elements whose size does not divide the size of
/// a texel. They also throw what block copies throw.
namespace glint {

/// A part of one mipmap level of an image, in texels. z is the index of a slice of a volume, or of
/// a layer. A cube has six layers: +x, -x, +y, -y, +z, -z.
struct ImageRegion {
    Origin origin{};
    /// An extent of 0 means up to the end of the level.
    Extent extent{0, 0, 0};
    unsigned level = 0;
};

namespace detail {

/// Returns a block of `count` consecutive elements at `data`, in the shape of `region`.
Block dense_block(const void* data, MemorySide side, std::size_t count, std::size_t element_bytes,
                  const Image& image, const ImageRegion& region);

void copy_to_image(Stream& stream, const Image& to, const ImageRegion& region, const Block& from);
void copy_from_image(Stream& stream, const Block& to, const Image& from, const ImageRegion& region);

/// Returns the shape of an image for `extent` elements. Throws Error(invalid_argument) unless rows
/// consist of whole texels.
ImageShape shape_for(const Extent& extent, const TexelFormat& format);

}  // namespace detail

/// Copies a block from the host to an image. `from` must stay valid until the copy is done.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void upload(Stream& stream, Image& to, HostPitchedSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(stream, to, region, from.erased());
}

/// Copies contiguous rows and slices from the host to an image. `from` must stay valid until the
/// copy is done.
template <detail::HostElements From>
void upload(Stream& stream, Image& to, From&& from, const ImageRegion& region) {
    detail::require_lasting<From>();
    const auto elements = detail::host_span(from);
    detail::copy_to_image(stream, to, region,
                          detail::dense_block(elements.data(), MemorySide::host, elements.size(),
                                              sizeof(detail::HostElement<From>), to, region));
}

/// Copies an image to a block on the host. `to` has the data after the stream has completed the
/// copy.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void download(Stream& stream, HostPitchedSpan<T> to, const Image& from,
              const ImageRegion& region = {}) {
    detail::copy_from_image(stream, to.erased(), from, region);
}

/// Copies an image to contiguous rows and slices on the host. `to` has the data after the stream
/// has completed the copy.
template <detail::HostElements To>
void download(Stream& stream, To&& to, const Image& from, const ImageRegion& region) {
    detail::require_lasting<To>();
    const auto elements = detail::host_span(to);
    detail::copy_from_image(stream,
                            detail::dense_block(elements.data(), MemorySide::host, elements.size(),
                                                sizeof(detail::HostElement<To>), from, region),
                            from, region);
}

/// Copies a block in device memory to an image.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, Image& to, PitchedSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(stream, to, region, from.erased());
}

/// Copies contiguous rows and slices in device memory to an image.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, Image& to, DeviceSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(
        stream, to, region,
        detail::dense_block(from.data(), MemorySide::device, from.size(), sizeof(T), to, region));
}

/// Copies an image to a block in device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, PitchedSpan<T> to, const Image& from, const ImageRegion& region = {}) {
    detail::copy_from_image(stream, to.erased(), from, region);
}

/// Copies an image to contiguous rows and slices in device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, DeviceSpan<T> to, const Image& from, const ImageRegion& region = {}) {
    detail::copy_from_image(
        stream,
        detail::dense_block(to.data(), MemorySide::device, to.size(), sizeof(T), from, region),
        from, region);
}

/// Copies texels between images. The texel sizes and the extents of the two regions must match;
/// formats may differ. Throws Error(invalid_argument) as above, and if the regions overlap.
void copy(Stream& stream, Image& to, const ImageRegion& to_region, const Image& from,
          const ImageRegion& from_region);

/// Copies a whole mipmap level between images.
inline void copy(Stream& stream, Image& to, const Image& from, unsigned level = 0) {
    copy(stream, to, {.level = level}, from, {.level = level});
}

/// Creates an image from the elements of a block, with `channels` elements per texel. The image is
/// 2-D, or 3-D if the block has more than one slice. Queues the copy and does not wait; host memory
/// must stay valid until the copy is done. Throws Error(invalid_argument) if a row does not consist
/// of whole texels, and what the constructor of Image throws.
template <class T, MemorySide kSide>
Image image_of(Stream& stream, PitchedRows<T, kSide> elements, unsigned channels = 1) {
    const TexelFormat format = texels_of<std::remove_const_t<T>>(channels);
    Image image(stream.device(), detail::shape_for(elements.extent(), format));
    detail::copy_to_image(stream, image, {}, elements.erased());
    return image;
}

}  // namespace glint
