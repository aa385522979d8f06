// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/textures.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/prelude/texture_descriptor.cuh>
#include <glint/cpu/runtime/memory/images.hpp>

namespace glint::cpu {
namespace {

GlintChannel channel_of(const TexelFormat& format) noexcept {
    if (format.kind == ChannelKind::floating)
        return format.bits == 16 ? GlintChannelF16 : GlintChannelF32;
    const bool is_signed = format.kind == ChannelKind::signed_integer;
    switch (format.bits) {
        case 8: return is_signed ? GlintChannelS8 : GlintChannelU8;
        case 16: return is_signed ? GlintChannelS16 : GlintChannelU16;
        default: return is_signed ? GlintChannelS32 : GlintChannelU32;
    }
}

GlintAddress address_of(AddressMode mode) noexcept {
    switch (mode) {
        case AddressMode::wrap: return GlintAddressWrap;
        case AddressMode::mirror: return GlintAddressMirror;
        case AddressMode::border: return GlintAddressBorder;
        case AddressMode::clamp: break;
    }
    return GlintAddressClamp;
}

GlintTextureLevel describe_level(const driver::ImageMemory& level) noexcept {
    return {.data = static_cast<const unsigned char*>(level.data),
            .pitch_bytes = level.pitch_bytes,
            .slice_bytes = slice_bytes_of(level),
            .width = static_cast<int>(level.shape.width),
            .rows = static_cast<int>(driver::rows_of(level.shape)),
            .slices = static_cast<int>(driver::slices_of(level.shape))};
}

void check_texture_image(const driver::ImageMemory& image) {
    if (image.data == nullptr)
        throw Error(ErrorCode::invalid_argument, "create a texture", "the image has no memory");
    if (image.shape.levels > GlintMaxLevels)
        throw Error(ErrorCode::invalid_argument, "create a texture",
                    fmt::format("the image has {}, but the maximum is {}",
                                text::counted(image.shape.levels, "level"),
                                static_cast<int>(GlintMaxLevels)));
}

// Rejects options that the CPU does not support. Filtering across the edges of a cube and
// anisotropic filtering would need separate code.
void refuse_gpu_only_options(const driver::TextureOptions& options) {
    if (options.anisotropy > 1)
        throw Error(ErrorCode::unsupported, "create a texture",
                    fmt::format("the CPU does not support anisotropic filtering, but an anisotropy "
                                "of {} was requested",
                                options.anisotropy));
    if (options.seamless_cube)
        throw Error(ErrorCode::unsupported, "create a texture",
                    "the CPU does not support seamless filtering of cube maps");
}

/// Returns a table with the linear value of each sRGB byte, according to IEC 61966-2-1.
const float* linear_of_srgb() {
    static const auto table = [] {
        std::array<float, 256> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double encoded = static_cast<double>(i) / 255;
            values[i] = static_cast<float>(
                encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4));
        }
        return values;
    }();
    return table.data();
}

void set_levels(GlintTexture& texture, const driver::TextureOptions& options) {
    const auto last = static_cast<float>(texture.level_count - 1);
    texture.level_bias = options.level_bias;
    texture.min_level = std::min(options.min_level, last);
    texture.max_level = std::min(options.max_level, last);
    const float first = std::clamp(texture.level_bias, texture.min_level, texture.max_level);
    texture.first_level = static_cast<int>(std::floor(first + 0.5f));
}

}  // namespace

std::uint64_t make_texture(const driver::ImageMemory& image,
                           const driver::TextureOptions& options) {
    check_texture_image(image);
    refuse_gpu_only_options(options);
    auto texture = std::make_unique<GlintTexture>();
    for (unsigned level = 0; level < image.shape.levels; ++level)
        texture->levels[level] = describe_level(level_of(image, level));
    texture->level_count = static_cast<int>(image.shape.levels);
    texture->channel = channel_of(image.shape.format);
    texture->channel_bytes = static_cast<int>(image.shape.format.bits / 8);
    texture->channels = static_cast<int>(image.shape.format.channels);
    std::ranges::transform(options.address.axis, texture->address, address_of);
    texture->is_linear = options.filter == Filter::linear;
    texture->is_linear_between_levels = options.level_filter == Filter::linear;
    texture->is_normalized = options.normalized;
    texture->reads_normalized = options.normalized_reads;
    std::ranges::copy(options.border, texture->border);
    texture->srgb = options.srgb ? linear_of_srgb() : nullptr;
    set_levels(*texture, options);
    return reinterpret_cast<std::uint64_t>(texture.release());
}

void delete_texture(std::uint64_t texture) noexcept {
    delete reinterpret_cast<GlintTexture*>(texture);
}

}  // namespace glint::cpu
