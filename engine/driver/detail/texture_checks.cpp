// SPDX-License-Identifier: MIT
#include <glint/driver/detail/texture_checks.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

using driver::ImageLimits;
using driver::ImageMemory;
using driver::ImageShape;
using driver::ImageStorage;
using driver::TextureOptions;

[[noreturn]] void refuse_image(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "create an image", reason);
}

[[noreturn]] void refuse_texture(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "create a texture", reason);
}

/// Returns the maximum width and height of an image of this shape.
std::pair<unsigned, unsigned> max_size(const ImageShape& shape, const ImageLimits& limits) {
    if (shape.depth > 0) return {limits.size_3d, limits.size_3d};
    if (shape.layers > 0 || shape.cube) return {limits.size_layered, limits.size_layered};
    if (shape.height == 0) return {limits.width_1d, 0};
    return {limits.width_2d, limits.height_2d};
}

void check_max(const char* what, unsigned value, unsigned most) {
    if (value > most)
        refuse_image(fmt::format("the {} is {}, but the maximum is {}", what, value, most));
}

void check_kind(const ImageShape& shape) {
    if (shape.width == 0)
        refuse_image(fmt::format("the width is 0, and the height is {}", shape.height));
    if (shape.depth > 0 && (shape.height == 0 || shape.layers > 0 || shape.cube))
        refuse_image(fmt::format(
            "a depth of {} requires a height, and cannot be combined with layers or a cube",
            shape.depth));
    if (shape.cube && shape.width != shape.height)
        refuse_image(fmt::format("the faces of a cube must be square, not {} x {}", shape.width,
                                 shape.height));
}

void check_levels(const ImageShape& shape, const ImageLimits& limits) {
    const unsigned longest = std::max({shape.width, shape.height, shape.depth});
    const auto most = static_cast<unsigned>(std::bit_width(longest));
    if (shape.levels == 0 || shape.levels > most)
        refuse_image(
            fmt::format("the image has {} levels, but the maximum for a side of {} texels is {}",
                        shape.levels, longest, most));
    if (shape.levels > 1)
        check_max("longest side of an image with several levels", longest, limits.size_mipmapped);
}

void check_address_modes(const TextureOptions& options) {
    const bool repeats = std::ranges::any_of(options.address.axis, [](AddressMode mode) {
        return mode == AddressMode::wrap || mode == AddressMode::mirror;
    });
    if (repeats && !options.normalized)
        refuse_texture("the address modes wrap and mirror require normalized coordinates");
}

void check_reads(const TexelFormat& format, const TextureOptions& options) {
    const bool floating = format.kind == ChannelKind::floating;
    if (options.normalized_reads && (floating || format.bits == 32))
        refuse_texture(fmt::format("normalized reads require 8-bit or 16-bit integers, not {}",
                                   to_string(format)));
    const bool as_float = floating || options.normalized_reads;
    const bool filters = options.filter == Filter::linear || options.level_filter == Filter::linear;
    if (filters && !as_float)
        refuse_texture(
            fmt::format("a linear filter works only if the texture is read as float, but {} is "
                        "read as integers",
                        to_string(format)));
    if (options.border != std::array<float, 4>{} && !as_float)
        refuse_texture(fmt::format(
            "a border color works only if the texture is read as float, but {} is read as integers",
            to_string(format)));
}

void check_coordinates(const ImageShape& shape, const TextureOptions& options) {
    if (shape.levels > 1 && !options.normalized)
        refuse_texture(fmt::format("{} levels require normalized coordinates", shape.levels));
    if (shape.cube && !options.normalized) refuse_texture("a cube requires normalized coordinates");
}

void check_levels_read(const TextureOptions& options) {
    if (!(options.min_level >= 0 && options.min_level <= options.max_level))
        refuse_texture(fmt::format("the range of levels from {} to {} is invalid",
                                   options.min_level, options.max_level));
    if (!std::isfinite(options.level_bias))
        refuse_texture(fmt::format("the level bias is {}, but must be finite", options.level_bias));
}

void check_extras(const ImageShape& shape, const TextureOptions& options) {
    if (options.anisotropy < 1 || options.anisotropy > 16)
        refuse_texture(
            fmt::format("the anisotropy {} is not between 1 and 16", options.anisotropy));
    const bool bytes = shape.format.kind == ChannelKind::unsigned_integer && shape.format.bits == 8;
    if (options.srgb && !(bytes && options.normalized_reads))
        refuse_texture(fmt::format("sRGB decoding requires normalized reads of uint8, not of {}{}",
                                   to_string(shape.format),
                                   options.normalized_reads ? "" : " without normalization"));
    if (options.seamless_cube && !shape.cube)
        refuse_texture("seamless filtering applies only to cubes");
}

void check_linear(const ImageMemory& memory, const TextureOptions& options,
                  const ImageLimits& limits) {
    if (options.filter == Filter::linear || options.normalized)
        refuse_texture(
            "linear memory is read by index, and does not support a linear filter or normalized "
            "coordinates");
    if (options.address.axis != driver::AddressModes(AddressMode::clamp).axis)
        refuse_texture(
            "linear memory does not support address modes, because tex1Dfetch returns 0 for "
            "indices out of range");
    if (memory.shape.width > limits.linear)
        refuse_texture(fmt::format("linear memory has {} elements, but the maximum is {}",
                                   memory.shape.width, limits.linear));
}

void check_pitched(const ImageMemory& memory, const ImageLimits& limits) {
    const ImageShape& shape = memory.shape;
    if (shape.height == 0 || shape.depth > 0 || shape.layers > 0 || shape.cube || shape.levels != 1)
        refuse_texture("pitched memory must be a 2-D image with one level");
    if (shape.width > limits.width_pitched || shape.height > limits.height_pitched)
        refuse_texture(fmt::format("pitched memory has {} x {} texels, but the maximum is {} x {}",
                                   shape.width, shape.height, limits.width_pitched,
                                   limits.height_pitched));
    if (memory.pitch_bytes % limits.pitch_alignment != 0 ||
        memory.pitch_bytes < row_bytes_of(shape))
        refuse_texture(
            fmt::format("a pitch of {} bytes for rows of {} is too small or not a multiple of {}",
                        memory.pitch_bytes, row_bytes_of(shape), limits.pitch_alignment));
}

void check_address(const ImageMemory& memory, const ImageLimits& limits) {
    if (memory.shape.width == 0) refuse_texture("the memory has 0 texels");
    const auto address = reinterpret_cast<std::uintptr_t>(memory.data);
    if (address % limits.address_alignment != 0)
        refuse_texture(fmt::format("the memory starts at {:#x}, which is not a multiple of {}",
                                   address, limits.address_alignment));
}

}  // namespace

void check_format(const TexelFormat& format) {
    if (!is_valid(format))
        refuse_image(fmt::format("texels of type {} are not supported", to_string(format)));
}

void check_image(const ImageShape& shape, const ImageLimits& limits) {
    check_format(shape.format);
    check_kind(shape);
    const auto [width, height] = max_size(shape, limits);
    check_max("width", shape.width, width);
    check_max("height", shape.height, height);
    check_max("depth", shape.depth, limits.size_3d);
    if (shape.layers > limits.layers || (shape.layers > 0 && slices_of(shape) > limits.layers))
        check_max("number of layers and faces", slices_of(shape), limits.layers);
    check_levels(shape, limits);
}

void check_level(const ImageShape& shape, unsigned level) {
    if (level >= shape.levels)
        throw Error(ErrorCode::invalid_argument, fmt::format("use level {} of an image", level),
                    fmt::format("the number of levels is {}", shape.levels));
}

void check_texture(const ImageMemory& memory, const TextureOptions& options,
                   const ImageLimits& limits) {
    check_format(memory.shape.format);
    if (memory.storage != ImageStorage::array) check_address(memory, limits);
    if (memory.storage == ImageStorage::linear) check_linear(memory, options, limits);
    if (memory.storage == ImageStorage::pitched) check_pitched(memory, limits);
    check_address_modes(options);
    check_reads(memory.shape.format, options);
    check_coordinates(memory.shape, options);
    check_levels_read(options);
    check_extras(memory.shape, options);
}

}  // namespace glint::detail
