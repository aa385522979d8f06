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

/// Memory that holds a region: as a block, or as elements one after another.
Block dense_block(const void* data, MemorySide side, std::size_t count, std::size_t element_bytes,
                  const Image& image, const ImageRegion& region);

void copy_to_image(Stream& stream, const Image& to, const ImageRegion& region, const Block& from);
void copy_from_image(Stream& stream, const Block& to, const Image& from, const ImageRegion& region);

}  // namespace detail

/// From the host. `from` must stay until the copy is done.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void upload(Stream& stream, Image& to, HostPitchedSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(stream, to, region, from.erased());
}

/// The same of rows and slices without gaps.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void upload(Stream& stream, Image& to, std::span<T> from, const ImageRegion& region) {
    detail::copy_to_image(
        stream, to, region,
        detail::dense_block(from.data(), MemorySide::host, from.size(), sizeof(T), to, region));
}

/// To the host; `to` is filled once the stream has come so far.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void download(Stream& stream, HostPitchedSpan<T> to, const Image& from,
              const ImageRegion& region = {}) {
    detail::copy_from_image(stream, to.erased(), from, region);
}

/// The same in rows and slices without gaps.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void download(Stream& stream, std::span<T> to, const Image& from, const ImageRegion& region) {
    detail::copy_from_image(
        stream,
        detail::dense_block(to.data(), MemorySide::host, to.size(), sizeof(T), from, region), from,
        region);
}

/// From device memory.
template <class T>
    requires(std::is_trivially_copyable_v<T>)
void copy(Stream& stream, Image& to, PitchedSpan<T> from, const ImageRegion& region = {}) {
    detail::copy_to_image(stream, to, region, from.erased());
}

/// The same of rows and slices without gaps.
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

/// The same in rows and slices without gaps.
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

}  // namespace glint
