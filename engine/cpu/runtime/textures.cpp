#include <glint/cpu/runtime/textures.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cpu/prelude/texture_descriptor.cuh>
#include <glint/cpu/runtime/images.hpp>

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

GlintAddress address_of(driver::AddressMode mode) noexcept {
    switch (mode) {
        case driver::AddressMode::wrap: return GlintAddressWrap;
        case driver::AddressMode::mirror: return GlintAddressMirror;
        case driver::AddressMode::border: return GlintAddressBorder;
        case driver::AddressMode::clamp: break;
    }
    return GlintAddressClamp;
}

GlintTextureLevel describe(const driver::ImageMemory& level) noexcept {
    return {.data = static_cast<const unsigned char*>(level.data),
            .pitch_bytes = level.pitch_bytes,
            .slice_bytes = slice_bytes_of(level),
            .width = static_cast<int>(level.shape.width),
            .rows = static_cast<int>(driver::rows_of(level.shape)),
            .slices = static_cast<int>(driver::slices_of(level.shape))};
}

void check(const driver::ImageMemory& image) {
    if (image.data == nullptr)
        throw Error(ErrorCode::invalid_argument, "create a texture", "the image has no memory");
    if (image.shape.levels > GlintMostLevels)
        throw Error(ErrorCode::invalid_argument, "create a texture",
                    fmt::format("it has {} levels, and {} are the most", image.shape.levels,
                                static_cast<int>(GlintMostLevels)));
}

}  // namespace

std::uint64_t make_texture(const driver::ImageMemory& image,
                           const driver::TextureOptions& options) {
    check(image);
    auto texture = std::make_unique<GlintTexture>();
    for (unsigned level = 0; level < image.shape.levels; ++level)
        texture->levels[level] = describe(level_of(image, level));
    texture->level_count = static_cast<int>(image.shape.levels);
    texture->channel = channel_of(image.shape.format);
    texture->channel_bytes = static_cast<int>(image.shape.format.bits / 8);
    texture->channels = static_cast<int>(image.shape.format.channels);
    std::ranges::transform(options.address.axis, texture->address, address_of);
    texture->is_linear = options.filter == driver::Filter::linear;
    texture->is_linear_between_levels = options.level_filter == driver::Filter::linear;
    texture->is_normalised = options.normalised;
    texture->reads_normalised = options.normalised_reads;
    std::ranges::copy(options.border, texture->border);
    return reinterpret_cast<std::uint64_t>(texture.release());
}

void delete_texture(std::uint64_t texture) noexcept {
    delete reinterpret_cast<GlintTexture*>(texture);
}

}  // namespace glint::cpu
