// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include <glint/driver/block_copies.hpp>
#include <glint/driver/texture.hpp>

/// Copies between images and device memory, parts of images and the host, and two images.
///
/// All are queued on the stream and wait for nothing. They throw Error(invalid_argument) for an
/// image of another device, a region that is not within the level, memory that has not as many
/// rows of as many bytes, or whose elements do not make up texels, and as copies of blocks do.
namespace glint {

/// A part of a level of an image, in texels. z counts the slices of a volume or the layers, six
/// for each cube: +x, -x, +y, -y, +z, -z.
struct ImageRegion {
    Origin origin{};
    /// 0 stands for all from the origin on.
    Extent extent{0, 0, 0};
    unsigned level = 0;
};

namespace detail {

/// Elements one after another that hold a region, as a block.
Block dense_block(const void* data, MemorySide side, std::size_t count, std::size_t element_bytes,
                  const Image& image, const ImageRegion& region);

void copy_to_image(Stream& stream, const Image& to, const ImageRegion& region, const Block& from);
void copy_from_image(Stream& stream, const Block& to, const Image& from, const ImageRegion& region);

/// Throws Error(invalid_argument) if the rows do not hold whole texels.
ImageShape shape_for(const Extent& extent, const TexelFormat& format);

}  // namespace detail

/// From the host. `from` must stay until the copy is done.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void upload(Stream& stream, Image& to, HostPitchedSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(stream, to, region, from.erased());
}

/// From the host's rows and slices without gaps, which must stay until the copy is done.
template <detail::HostElements From>
void upload(Stream& stream, Image& to, From&& from, const ImageRegion& region) {
    detail::require_kept<From>();
    const auto elements = detail::host_span(from);
    detail::copy_to_image(stream, to, region,
                          detail::dense_block(elements.data(), MemorySide::host, elements.size(),
                                              sizeof(detail::HostElement<From>), to, region));
}

/// To the host; `to` is filled once the stream has come so far.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void download(Stream& stream, HostPitchedSpan<T> to, const Image& from,
              const ImageRegion& region = {}) {
    detail::copy_from_image(stream, to.erased(), from, region);
}

/// To the host's rows and slices without gaps, which are filled once the stream has come so far.
template <detail::HostElements To>
void download(Stream& stream, To&& to, const Image& from, const ImageRegion& region) {
    detail::require_kept<To>();
    const auto elements = detail::host_span(to);
    detail::copy_from_image(stream,
                            detail::dense_block(elements.data(), MemorySide::host, elements.size(),
                                                sizeof(detail::HostElement<To>), from, region),
                            from, region);
}

/// From device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, Image& to, PitchedSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(stream, to, region, from.erased());
}

/// From rows and slices without gaps in device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, Image& to, DeviceSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(
        stream, to, region,
        detail::dense_block(from.data(), MemorySide::device, from.size(), sizeof(T), to, region));
}

/// To device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, PitchedSpan<T> to, const Image& from, const ImageRegion& region = {}) {
    detail::copy_from_image(stream, to.erased(), from, region);
}

/// To rows and slices without gaps in device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, DeviceSpan<T> to, const Image& from, const ImageRegion& region = {}) {
    detail::copy_from_image(
        stream,
        detail::dense_block(to.data(), MemorySide::device, to.size(), sizeof(T), from, region),
        from, region);
}

/// From image to image, texel by texel; only their size has to be the same, and the two regions'
/// extents. Throws Error(invalid_argument) as above, and if the regions overlap.
void copy(Stream& stream, Image& to, const ImageRegion& to_region, const Image& from,
          const ImageRegion& from_region);

/// All of a level from image to image.
inline void copy(Stream& stream, Image& to, const Image& from, unsigned level = 0) {
    copy(stream, to, {.level = level}, from, {.level = level});
}

/// A new image of the elements of a block, `channels` of which make up a texel: 2-D, or 3-D if
/// there is more than one slice. The copy is queued; host memory must stay until it is done. Throws
/// Error(invalid_argument) if a row does not hold whole texels, and as Image does.
template <class T, MemorySide kSide>
Image image_of(Stream& stream, PitchedRows<T, kSide> elements, unsigned channels = 1) {
    const TexelFormat format = texels_of<std::remove_const_t<T>>(channels);
    Image image(stream.device(), detail::shape_for(elements.extent(), format));
    detail::copy_to_image(stream, image, {}, elements.erased());
    return image;
}

}  // namespace glint
