// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/images.hpp>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/cpu/prelude/surface_descriptor.cuh>
#include <glint/cpu/runtime/memory/allocations.hpp>

namespace glint::cpu {
namespace {

constexpr std::size_t kRowAlignment = 64;

std::size_t pitch_of(const driver::ImageShape& shape) noexcept {
    return round_up(driver::row_bytes_of(shape), kRowAlignment);
}

std::size_t level_bytes(const driver::ImageShape& shape) noexcept {
    return pitch_of(shape) * driver::rows_of(shape) * driver::slices_of(shape);
}

/// Returns the number of bytes that all levels before `level` take.
std::size_t bytes_before(const driver::ImageShape& shape, unsigned level) noexcept {
    std::size_t size_bytes = 0;
    for (unsigned each = 0; each < level; ++each)
        size_bytes += level_bytes(driver::level_shape(shape, each));
    return size_bytes;
}

}  // namespace

driver::ImageMemory allocate_image_memory(Allocations& allocations,
                                          const driver::ImageShape& shape) {
    if (shape.width == 0 || shape.levels == 0)
        throw Error(
            ErrorCode::invalid_argument, "allocate an image",
            fmt::format("an image of {} texels in {} levels is empty", shape.width, shape.levels));
    return {.data = allocations.allocate(bytes_before(shape, shape.levels)),
            .pitch_bytes = pitch_of(shape),
            .shape = shape};
}

driver::ImageMemory level_of(const driver::ImageMemory& image, unsigned level) {
    if (level == 0) {
        driver::ImageMemory first = image;
        first.shape.levels = 1;
        return first;
    }
    const driver::ImageShape shape = driver::level_shape(image.shape, level);
    return {.data = static_cast<std::byte*>(image.data) + bytes_before(image.shape, level),
            .pitch_bytes = pitch_of(shape),
            .shape = shape};
}

std::size_t slice_bytes_of(const driver::ImageMemory& image) noexcept {
    return image.pitch_bytes * driver::rows_of(image.shape);
}

std::uint64_t make_surface(const driver::ImageMemory& image) {
    if (image.data == nullptr)
        throw Error(ErrorCode::invalid_argument, "create a surface", "the image has no memory");
    auto* surface =
        new GlintSurface{.data = static_cast<unsigned char*>(image.data),
                         .pitch_bytes = image.pitch_bytes,
                         .slice_bytes = slice_bytes_of(image),
                         .width_bytes = static_cast<unsigned>(driver::row_bytes_of(image.shape)),
                         .rows = driver::rows_of(image.shape),
                         .slices = driver::slices_of(image.shape)};
    return reinterpret_cast<std::uint64_t>(surface);
}

void delete_surface(std::uint64_t surface) noexcept {
    delete reinterpret_cast<GlintSurface*>(surface);
}

}  // namespace glint::cpu
