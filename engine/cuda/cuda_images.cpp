// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_images.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::driver::cuda {
namespace {

unsigned limit_of(CUdevice device, CUdevice_attribute which) {
    int value = 0;
    check(api().cuDeviceGetAttribute(&value, which, device), "read a device limit");
    return static_cast<unsigned>(value);
}

unsigned least_of(CUdevice device, std::initializer_list<CUdevice_attribute> attributes) {
    unsigned least = limit_of(device, *attributes.begin());
    for (const CUdevice_attribute which : attributes)
        least = std::min(least, limit_of(device, which));
    return least;
}

std::string words(const ImageShape& shape) {
    return fmt::format("a {}x{}x{} image with {} and texels of type {}", shape.width,
                       rows_of(shape), slices_of(shape), text::counted(shape.levels, "level"),
                       to_string(shape.format));
}

bool can_gather(CUdevice device, const ImageShape& shape) {
    const bool plain = shape.height > 0 && shape.depth == 0 && shape.layers == 0 && !shape.cube &&
                       shape.levels == 1;
    return plain &&
           shape.width <= limit_of(device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH) &&
           shape.height <= limit_of(device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT);
}

CUDA_ARRAY3D_DESCRIPTOR describe_image(CUdevice device, const ImageShape& shape) {
    CUDA_ARRAY3D_DESCRIPTOR description{};
    description.Width = shape.width;
    description.Height = shape.height;
    // A depth of 0 tells the driver that the image is 1-D or 2-D, and not layered.
    const bool flat = shape.depth == 0 && shape.layers == 0 && !shape.cube;
    description.Depth = flat ? 0 : slices_of(shape);
    description.Format = array_format(shape.format);
    description.NumChannels = shape.format.channels;
    description.Flags = CUDA_ARRAY3D_SURFACE_LDST;
    if (shape.layers > 0) description.Flags |= CUDA_ARRAY3D_LAYERED;
    if (shape.cube) description.Flags |= CUDA_ARRAY3D_CUBEMAP;
    if (can_gather(device, shape)) description.Flags |= CUDA_ARRAY3D_TEXTURE_GATHER;
    return description;
}

ImageShape shape_of(const CUDA_ARRAY3D_DESCRIPTOR& description, unsigned levels) {
    const bool cube = description.Flags & CUDA_ARRAY3D_CUBEMAP;
    const bool layered = description.Flags & CUDA_ARRAY3D_LAYERED;
    const auto depth = static_cast<unsigned>(description.Depth);
    return {.width = static_cast<unsigned>(description.Width),
            .height = static_cast<unsigned>(description.Height),
            .depth = cube || layered ? 0 : depth,
            .layers = layered ? depth / (cube ? 6 : 1) : 0,
            .cube = cube,
            .levels = levels,
            .format = texel_format(description.Format, description.NumChannels)};
}

CUDA_RESOURCE_DESC array_resource(const ImageMemory& image) {
    CUDA_RESOURCE_DESC resource{};
    if (image.shape.levels > 1) {
        resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
        resource.res.mipmap.hMipmappedArray = static_cast<CUmipmappedArray>(image.data);
    } else {
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = static_cast<CUarray>(image.data);
    }
    return resource;
}

CUDA_RESOURCE_DESC linear_resource(const ImageMemory& image) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_LINEAR;
    resource.res.linear.devPtr = reinterpret_cast<CUdeviceptr>(image.data);
    resource.res.linear.format = array_format(image.shape.format);
    resource.res.linear.numChannels = image.shape.format.channels;
    resource.res.linear.sizeInBytes = row_bytes_of(image.shape);
    return resource;
}

CUDA_RESOURCE_DESC pitched_resource(const ImageMemory& image) {
    CUDA_RESOURCE_DESC resource{};
    resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    resource.res.pitch2D.devPtr = reinterpret_cast<CUdeviceptr>(image.data);
    resource.res.pitch2D.format = array_format(image.shape.format);
    resource.res.pitch2D.numChannels = image.shape.format.channels;
    resource.res.pitch2D.width = image.shape.width;
    resource.res.pitch2D.height = image.shape.height;
    resource.res.pitch2D.pitchInBytes = image.pitch_bytes;
    return resource;
}

CUDA_RESOURCE_DESC resource_of(const ImageMemory& image) {
    switch (image.storage) {
        case ImageStorage::linear: return linear_resource(image);
        case ImageStorage::pitched: return pitched_resource(image);
        case ImageStorage::array: break;
    }
    return array_resource(image);
}

CUaddress_mode address_mode(AddressMode mode) noexcept {
    switch (mode) {
        case AddressMode::wrap: return CU_TR_ADDRESS_MODE_WRAP;
        case AddressMode::mirror: return CU_TR_ADDRESS_MODE_MIRROR;
        case AddressMode::border: return CU_TR_ADDRESS_MODE_BORDER;
        case AddressMode::clamp: break;
    }
    return CU_TR_ADDRESS_MODE_CLAMP;
}

CUfilter_mode filter_mode(Filter filter) noexcept {
    return filter == Filter::linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
}

unsigned texture_flags(const ImageShape& shape, const TextureOptions& options) noexcept {
    // Disable approximations, so that filtering between mipmap levels is exact.
    unsigned flags = shape.levels > 1 ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0;
    if (options.normalized) flags |= CU_TRSF_NORMALIZED_COORDINATES;
    if (shape.format.kind != ChannelKind::floating && !options.normalized_reads)
        flags |= CU_TRSF_READ_AS_INTEGER;
    if (options.srgb) flags |= CU_TRSF_SRGB;
    if (options.seamless_cube) flags |= CU_TRSF_SEAMLESS_CUBEMAP;
    return flags;
}

CUDA_TEXTURE_DESC describe_texture(const ImageShape& shape,
                                   const TextureOptions& options) noexcept {
    CUDA_TEXTURE_DESC description{};
    std::ranges::transform(options.address.axis, description.addressMode, address_mode);
    description.filterMode = filter_mode(options.filter);
    description.flags = texture_flags(shape, options);
    description.mipmapFilterMode = filter_mode(options.level_filter);
    description.mipmapLevelBias = options.level_bias;
    const auto last_level = static_cast<float>(shape.levels - 1);
    description.minMipmapLevelClamp = std::min(options.min_level, last_level);
    description.maxMipmapLevelClamp = std::min(options.max_level, last_level);
    description.maxAnisotropy = options.anisotropy;
    std::ranges::copy(options.border, description.borderColor);
    return description;
}

}  // namespace

CUarray_format array_format(const TexelFormat& format) noexcept {
    if (format.kind == ChannelKind::floating)
        return format.bits == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
    const bool is_signed = format.kind == ChannelKind::signed_integer;
    switch (format.bits) {
        case 8: return is_signed ? CU_AD_FORMAT_SIGNED_INT8 : CU_AD_FORMAT_UNSIGNED_INT8;
        case 16: return is_signed ? CU_AD_FORMAT_SIGNED_INT16 : CU_AD_FORMAT_UNSIGNED_INT16;
        default: return is_signed ? CU_AD_FORMAT_SIGNED_INT32 : CU_AD_FORMAT_UNSIGNED_INT32;
    }
}

TexelFormat texel_format(CUarray_format format, unsigned channels) {
    for (const TexelFormat& own :
         {texels_of<std::uint8_t>(channels), texels_of<std::uint16_t>(channels),
          texels_of<std::uint32_t>(channels), texels_of<std::int8_t>(channels),
          texels_of<std::int16_t>(channels), texels_of<std::int32_t>(channels),
          half_texels(channels), texels_of<float>(channels)})
        if (array_format(own) == format && is_valid(own)) return own;
    throw Error(ErrorCode::unsupported, "wrap a CUDA array",
                fmt::format("textures do not support {} channels of CUarray_format {:#x}", channels,
                            static_cast<unsigned>(format)));
}

ImageLimits image_limits(CUdevice device) {
    ImageLimits limits;
    limits.width_1d = least_of(device, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH,
                                        CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH});
    limits.width_2d = least_of(device, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH,
                                        CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH});
    limits.height_2d = least_of(device, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT,
                                         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT});
    limits.size_3d = least_of(
        device,
        {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT,
         CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH,
         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT,
         CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH});
    limits.size_layered =
        least_of(device, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH});
    limits.layers = least_of(device, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS,
                                      CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS,
                                      CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS,
                                      CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS,
                                      CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS,
                                      CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS});
    limits.size_mipmapped =
        least_of(device, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH,
                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT});
    limits.width_pitched = limit_of(device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH);
    limits.height_pitched = limit_of(device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT);
    limits.address_alignment = limit_of(device, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
    limits.pitch_alignment = limit_of(device, CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT);
    return limits;
}

ImageMemory allocate_array(CUdevice device, const ImageShape& shape) {
    const CUDA_ARRAY3D_DESCRIPTOR description = describe_image(device, shape);
    CUarray array = nullptr;
    CUmipmappedArray mipmaps = nullptr;
    const CUresult result = shape.levels > 1
                                ? api().cuMipmappedArrayCreate(&mipmaps, &description, shape.levels)
                                : api().cuArray3DCreate(&array, &description);
    if (result != CUDA_SUCCESS) fail(result, "allocate " + words(shape));
    if (shape.levels > 1) return {.data = mipmaps, .shape = shape};
    return {.data = array, .shape = shape};
}

ImageMemory wrap_array(void* native, unsigned levels) {
    auto first = static_cast<CUarray>(native);
    const char* operation = "wrap a CUDA array";
    if (levels > 1)
        check(api().cuMipmappedArrayGetLevel(&first, static_cast<CUmipmappedArray>(native), 0),
              operation);
    CUDA_ARRAY3D_DESCRIPTOR description{};
    check(api().cuArray3DGetDescriptor(&description, first), operation);
    return {.data = native, .shape = shape_of(description, levels)};
}

void release_array(const ImageMemory& image) noexcept {
    if (image.shape.levels > 1) {
        api().cuMipmappedArrayDestroy(static_cast<CUmipmappedArray>(image.data));
    } else {
        api().cuArrayDestroy(static_cast<CUarray>(image.data));
    }
}

ImageMemory array_level(const ImageMemory& image, unsigned level) {
    if (image.shape.levels == 1) return image;
    CUarray array = nullptr;
    check(api().cuMipmappedArrayGetLevel(&array, static_cast<CUmipmappedArray>(image.data), level),
          fmt::format("find level {} of {}", level, words(image.shape)));
    return {.data = array, .shape = level_shape(image.shape, level)};
}

std::uint64_t make_surface(const ImageMemory& image) {
    const CUDA_RESOURCE_DESC resource = array_resource(image);
    CUsurfObject surface = 0;
    check(api().cuSurfObjectCreate(&surface, &resource),
          "create a surface for " + words(image.shape));
    return surface;
}

std::uint64_t make_texture(const ImageMemory& image, const TextureOptions& options) {
    const CUDA_RESOURCE_DESC resource = resource_of(image);
    const CUDA_TEXTURE_DESC description = describe_texture(image.shape, options);
    CUtexObject texture = 0;
    check(api().cuTexObjectCreate(&texture, &resource, &description, nullptr),
          "create a texture for " + words(image.shape));
    return texture;
}

}  // namespace glint::driver::cuda
