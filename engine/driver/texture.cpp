// SPDX-License-Identifier: MIT
#include <glint/driver/texture.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/detail/texture_checks.hpp>

namespace glint {
namespace {

driver::ImageMemory allocate_image(driver::Backend& backend, const ImageShape& shape) {
    detail::check_image(shape, backend.info().images);
    return backend.allocate_image(shape);
}

[[noreturn]] void refuse_rows(const Extent& extent, std::size_t element_bytes,
                              const TexelFormat& format) {
    throw Error(
        ErrorCode::invalid_argument, "create a texture",
        fmt::format("a block of {} x {} x {} elements of {} is not a 2-D slice with rows of {}",
                    extent.width, extent.height, extent.depth, text::counted(element_bytes, "byte"),
                    to_string(format)));
}

}  // namespace

detail::ImageAllocation::ImageAllocation(const Device& device, const ImageShape& shape)
    : backend_(device.backend()), memory_(allocate_image(*backend_, shape)) {}

detail::ImageAllocation::ImageAllocation(const Device& device, const driver::ImageMemory& foreign)
    : backend_(device.backend()), memory_(foreign), owned_(false) {}

detail::ImageAllocation::~ImageAllocation() {
    if (owned_) backend_->release_image(memory_);
}

Image::Image(const Device& device, const ImageShape& shape)
    : allocation_(std::make_shared<const detail::ImageAllocation>(device, shape)) {}

Image Image::wrap(const Device& device, void* native, unsigned levels) {
    if (native == nullptr || levels == 0)
        throw Error(ErrorCode::invalid_argument, "wrap a CUDA array",
                    fmt::format("a CUDA array with {} at address {} is not valid",
                                text::counted(levels, "level"), fmt::ptr(native)));
    return Image(std::make_shared<const detail::ImageAllocation>(
        device, device.backend()->foreign_image(native, levels)));
}

Texture::Texture(std::shared_ptr<driver::Backend> backend, const driver::ImageMemory& memory,
                 const TextureOptions& options)
    : backend_(std::move(backend)) {
    detail::check_texture(memory, options, backend_->info().images);
    handle_ = backend_->create_texture(memory, options);
}

Texture::Texture(const Image& image, const TextureOptions& options)
    : Texture(image.share()->backend(), image.memory(), options) {
    image_ = image.share();
}

driver::ImageMemory Texture::linear_memory(const void* data, std::size_t size_bytes,
                                           const TexelFormat& format) {
    detail::check_format(format);
    // If the count exceeds the range of unsigned, use the largest unsigned value, which also
    // exceeds every device's limit.
    const std::size_t count = std::min<std::size_t>(size_bytes / pixel_bytes(format),
                                                    std::numeric_limits<unsigned>::max());
    return {.data = const_cast<void*>(data),  // a texture only reads it
            .pitch_bytes = size_bytes,
            .shape = {.width = static_cast<unsigned>(count), .format = format},
            .storage = driver::ImageStorage::linear};
}

driver::ImageMemory Texture::pitched_memory(const detail::Block& rows, const TexelFormat& format) {
    detail::check_format(format);
    constexpr std::size_t kMax = std::numeric_limits<unsigned>::max();
    const auto& [width, height, depth] = rows.extent;
    const std::size_t row_bytes = width * rows.element_bytes;
    if (depth > 1 || row_bytes % pixel_bytes(format) != 0)
        refuse_rows(rows.extent, rows.element_bytes, format);
    return {
        .data = rows.rows.data,
        .pitch_bytes = rows.rows.pitch_bytes,
        .shape = {.width = static_cast<unsigned>(std::min(row_bytes / pixel_bytes(format), kMax)),
                  .height = static_cast<unsigned>(std::min(height, kMax)),
                  .format = format},
        .storage = driver::ImageStorage::pitched};
}

Texture::Texture(Texture&& other) noexcept
    : backend_(std::move(other.backend_)),
      image_(std::move(other.image_)),
      handle_(std::exchange(other.handle_, 0)) {}

Texture& Texture::operator=(Texture&& other) noexcept {
    Texture taken(std::move(other));
    std::swap(backend_, taken.backend_);
    std::swap(image_, taken.image_);
    std::swap(handle_, taken.handle_);
    return *this;
}

Texture::~Texture() {
    if (handle_ != 0) backend_->destroy_texture(handle_);
}

ImageSurface::ImageSurface(const Image& image, unsigned level) : image_(image.share()) {
    detail::check_level(image.shape(), level);
    driver::Backend& backend = *image_->backend();
    handle_ = backend.create_surface(backend.image_level(image.memory(), level));
}

ImageSurface::ImageSurface(ImageSurface&& other) noexcept
    : image_(std::move(other.image_)), handle_(std::exchange(other.handle_, 0)) {}

ImageSurface& ImageSurface::operator=(ImageSurface&& other) noexcept {
    ImageSurface taken(std::move(other));
    std::swap(image_, taken.image_);
    std::swap(handle_, taken.handle_);
    return *this;
}

ImageSurface::~ImageSurface() {
    if (handle_ != 0) image_->backend()->destroy_surface(handle_);
}

}  // namespace glint
