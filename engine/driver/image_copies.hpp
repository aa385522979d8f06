// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include <glint/driver/block_copies.hpp>
#include <glint/driver/texture.hpp>

/// Copies between images and device memory, between parts of images and the host, and between
/// images.
///
/// All functions queue on the stream and do not wait. They throw Error(invalid_argument) for an
/// image of another device, a region outside the level, memory with a different number of rows or
/// row size, and elements that do not add up to whole texels. They also throw what block copies
/// throw.
namespace glint {

/// Part of an image level, in texels. z counts the slices of a volume, or the layers. A cube has
/// six layers: +x, -x, +y, -y, +z, -z.
struct ImageRegion {
    Origin origin{};
    /// 0 extends to the end of the level.
    Extent extent{0, 0, 0};
    unsigned level = 0;
};

namespace detail {

/// Describes consecutive elements that hold a region, as a block.
Block dense_block(const void* data, MemorySide side, std::size_t count, std::size_t element_bytes,
                  const Image& image, const ImageRegion& region);

void copy_to_image(Stream& stream, const Image& to, const ImageRegion& region, const Block& from);
void copy_from_image(Stream& stream, const Block& to, const Image& from, const ImageRegion& region);

/// Throws Error(invalid_argument) if the rows do not consist of whole texels.
ImageShape shape_for(const Extent& extent, const TexelFormat& format);

}  // namespace detail

/// Copies from the host. `from` must stay valid until the copy is done.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void upload(Stream& stream, Image& to, HostPitchedSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(stream, to, region, from.erased());
}

/// Copies from contiguous host rows and slices, which must stay valid until the copy is done.
template <detail::HostElements From>
void upload(Stream& stream, Image& to, From&& from, const ImageRegion& region) {
    detail::require_lasting<From>();
    const auto elements = detail::host_span(from);
    detail::copy_to_image(stream, to, region,
                          detail::dense_block(elements.data(), MemorySide::host, elements.size(),
                                              sizeof(detail::HostElement<From>), to, region));
}

/// Copies to the host; `to` is filled once the stream has completed the copy.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void download(Stream& stream, HostPitchedSpan<T> to, const Image& from,
              const ImageRegion& region = {}) {
    detail::copy_from_image(stream, to.erased(), from, region);
}

/// Copies to contiguous host rows and slices, filled once the stream has completed the copy.
template <detail::HostElements To>
void download(Stream& stream, To&& to, const Image& from, const ImageRegion& region) {
    detail::require_lasting<To>();
    const auto elements = detail::host_span(to);
    detail::copy_from_image(stream,
                            detail::dense_block(elements.data(), MemorySide::host, elements.size(),
                                                sizeof(detail::HostElement<To>), from, region),
                            from, region);
}

/// Copies from device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, Image& to, PitchedSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(stream, to, region, from.erased());
}

/// Copies from contiguous rows and slices in device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, Image& to, DeviceSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(
        stream, to, region,
        detail::dense_block(from.data(), MemorySide::device, from.size(), sizeof(T), to, region));
}

/// Copies to device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, PitchedSpan<T> to, const Image& from, const ImageRegion& region = {}) {
    detail::copy_from_image(stream, to.erased(), from, region);
}

/// Copies to contiguous rows and slices in device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, DeviceSpan<T> to, const Image& from, const ImageRegion& region = {}) {
    detail::copy_from_image(
        stream,
        detail::dense_block(to.data(), MemorySide::device, to.size(), sizeof(T), from, region),
        from, region);
}

/// Copies texels between images. Only the texel sizes and the extents of the two regions must
/// match. Throws Error(invalid_argument) as above, and if the regions overlap.
void copy(Stream& stream, Image& to, const ImageRegion& to_region, const Image& from,
          const ImageRegion& from_region);

/// Copies a whole level between images.
inline void copy(Stream& stream, Image& to, const Image& from, unsigned level = 0) {
    copy(stream, to, {.level = level}, from, {.level = level});
}

/// Creates an image from the elements of a block, with `channels` elements per texel: 2-D, or 3-D
/// if there is more than one slice. The copy is queued; host memory must stay valid until it is
/// done. Throws Error(invalid_argument) if a row does not consist of whole texels, and what Image
/// throws.
template <class T, MemorySide kSide>
Image image_of(Stream& stream, PitchedRows<T, kSide> elements, unsigned channels = 1) {
    const TexelFormat format = texels_of<std::remove_const_t<T>>(channels);
    Image image(stream.device(), detail::shape_for(elements.extent(), format));
    detail::copy_to_image(stream, image, {}, elements.erased());
    return image;
}

}  // namespace glint
