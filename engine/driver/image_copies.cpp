// SPDX-License-Identifier: MIT
#include <glint/driver/image_copies.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/detail/copy_checks.hpp>
#include <glint/driver/detail/texture_checks.hpp>

namespace glint {
namespace {

/// A region of one mipmap level of an image. If the extent of an ImageRegion is 0 along an axis,
/// the extent here reaches to the end of the level.
struct Part {
    driver::Texels texels{};
    Extent extent{};

    std::size_t texel_bytes() const { return pixel_bytes(texels.image.shape.format); }
    Extent extent_in_bytes() const {
        return {extent.width * texel_bytes(), extent.height, extent.depth};
    }
    std::size_t size_bytes() const {
        const Extent bytes = extent_in_bytes();
        return bytes.width * bytes.height * bytes.depth;
    }
};

std::string text_of(const Extent& extent) {
    return fmt::format("{} x {} x {}", extent.width, extent.height, extent.depth);
}

[[noreturn]] void refuse_image_copy(const Part& part, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy {} texels of type {} of an image", text_of(part.extent),
                            to_string(part.texels.image.shape.format)),
                reason);
}

std::size_t rest(std::size_t extent, std::size_t origin, std::size_t whole) {
    if (extent != 0 || origin > whole) return extent;
    return whole - origin;
}

Extent filled_in(const Extent& extent, const Origin& origin, const Extent& whole) {
    return {rest(extent.width, origin.x, whole.width), rest(extent.height, origin.y, whole.height),
            rest(extent.depth, origin.z, whole.depth)};
}

bool is_within(std::size_t origin, std::size_t extent, std::size_t whole) {
    return origin < whole && extent <= whole - origin;
}

void check_within(const Part& part) {
    const Extent whole = extent_of(part.texels.image.shape);
    const auto& [x, y, z] = part.texels.origin;
    const auto& [width, height, depth] = part.extent;
    if (is_within(x, width, whole.width) && is_within(y, height, whole.height) &&
        is_within(z, depth, whole.depth))
        return;
    refuse_image_copy(
        part, fmt::format(
                  "the region that starts at ({}, {}, {}) is not within the {} texels of the level",
                  x, y, z, text_of(whole)));
}

Part part_of(const Image& image, const ImageRegion& region) {
    detail::check_level(image.shape(), region.level);
    Part part;
    part.texels.image = image.share()->backend()->image_level(image.memory(), region.level);
    part.texels.origin = region.origin;
    part.extent = filled_in(region.extent, region.origin, extent_of(part.texels.image.shape));
    check_within(part);
    return part;
}

void check_device(const Stream& stream, const Image& image, const Part& part) {
    if (stream.device().backend() != image.share()->backend())
        refuse_image_copy(part, "the image and the stream belong to different devices");
}

// The elements in memory may be texels, channels or bytes.
void check_elements(const Part& part, std::size_t element_bytes) {
    if (part.texel_bytes() % element_bytes != 0)
        refuse_image_copy(
            part,
            fmt::format("a texel has {1} bytes, which is not a multiple of the element size, {0}",
                        text::counted(element_bytes, "byte"), part.texel_bytes()));
}

void check_block(const Stream& stream, const Part& part, const detail::Block& block) {
    const Extent bytes = part.extent_in_bytes();
    const auto& [width, height, depth] = block.extent;
    check_elements(part, block.element_bytes);
    if (Extent{width * block.element_bytes, height, depth} != bytes)
        refuse_image_copy(part,
                          fmt::format("the memory has {} elements of {}", text_of(block.extent),
                                      text::counted(block.element_bytes, "byte")));
    detail::check_memory(stream, "copy", "the memory", block.rows.data,
                         span_bytes(block.rows, bytes), block.rows.side);
}

bool are_disjoint(std::size_t one, std::size_t other, std::size_t extent) {
    return one + extent <= other || other + extent <= one;
}

bool overlap(const Part& one, const Part& other) {
    const auto& [x, y, z] = one.texels.origin;
    const Origin& at = other.texels.origin;
    return one.texels.image.data == other.texels.image.data &&
           !are_disjoint(x, at.x, one.extent.width) && !are_disjoint(y, at.y, one.extent.height) &&
           !are_disjoint(z, at.z, one.extent.depth);
}

void check_same_extents(const Part& to, const Part& from) {
    if (to.extent != from.extent)
        refuse_image_copy(from, fmt::format("the destination has {} texels", text_of(to.extent)));
    if (to.texel_bytes() != from.texel_bytes())
        refuse_image_copy(
            from, fmt::format("the texels of the destination have type {}, with {} instead of {}",
                              to_string(to.texels.image.shape.format),
                              text::counted(to.texel_bytes(), "byte"), from.texel_bytes()));
    if (overlap(to, from)) refuse_image_copy(from, "the source and the destination overlap");
}

}  // namespace

detail::Block detail::dense_block(const void* data, MemorySide side, std::size_t count,
                                  std::size_t element_bytes, const Image& image,
                                  const ImageRegion& region) {
    const Part part = part_of(image, region);
    check_elements(part, element_bytes);
    if (count * element_bytes != part.size_bytes())
        refuse_image_copy(part, fmt::format("the texels take {}, but the memory has {}",
                                            text::counted(part.size_bytes(), "byte"),
                                            text::counted(count * element_bytes, "byte")));
    const Extent bytes = part.extent_in_bytes();
    return {.rows = {.data = const_cast<void*>(data),  // a copy to an image only reads it
                     .side = side,
                     .pitch_bytes = bytes.width,
                     .slice_bytes = bytes.width * bytes.height},
            .extent = {bytes.width / element_bytes, bytes.height, bytes.depth},
            .element_bytes = element_bytes};
}

ImageShape detail::shape_for(const Extent& extent, const TexelFormat& format) {
    constexpr std::size_t kMax = std::numeric_limits<unsigned>::max();
    const auto& [width, height, depth] = extent;
    check_format(format);
    if (width % format.channels != 0 || std::max({width, height, depth}) > kMax)
        throw Error(ErrorCode::invalid_argument, "create an image from a block",
                    fmt::format("the {} elements of the block do not form rows of texels with {}",
                                text_of(extent), text::counted(format.channels, "channel")));
    return {.width = static_cast<unsigned>(width / format.channels),
            .height = static_cast<unsigned>(height),
            .depth = depth > 1 ? static_cast<unsigned>(depth) : 0,
            .format = format};
}

void detail::copy_to_image(Stream& stream, const Image& to, const ImageRegion& region,
                           const Block& from) {
    const Part part = part_of(to, region);
    check_device(stream, to, part);
    check_block(stream, part, from);
    stream.state().copy_block(
        {.to = part.texels, .from = from.rows, .extent = part.extent_in_bytes()});
}

void detail::copy_from_image(Stream& stream, const Block& to, const Image& from,
                             const ImageRegion& region) {
    const Part part = part_of(from, region);
    check_device(stream, from, part);
    check_block(stream, part, to);
    stream.state().copy_block(
        {.to = to.rows, .from = part.texels, .extent = part.extent_in_bytes()});
}

void copy(Stream& stream, Image& to, const ImageRegion& to_region, const Image& from,
          const ImageRegion& from_region) {
    const Part target = part_of(to, to_region), source = part_of(from, from_region);
    check_device(stream, to, target);
    check_device(stream, from, source);
    check_same_extents(target, source);
    stream.state().copy_block(
        {.to = target.texels, .from = source.texels, .extent = source.extent_in_bytes()});
}

// Declared in texture.hpp. Copies a whole mipmap level by the rules of this file.
void detail::upload_image(Stream& stream, const Image& to, std::span<const std::byte> from,
                          unsigned level) {
    const ImageRegion region{.level = level};
    copy_to_image(stream, to, region,
                  dense_block(from.data(), MemorySide::host, from.size(), 1, to, region));
}

void detail::download_image(Stream& stream, std::span<std::byte> to, const Image& from,
                            unsigned level) {
    const ImageRegion region{.level = level};
    copy_from_image(stream, dense_block(to.data(), MemorySide::host, to.size(), 1, from, region),
                    from, region);
}

}  // namespace glint
