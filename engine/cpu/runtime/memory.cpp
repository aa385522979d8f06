#include <glint/cpu/runtime/memory.hpp>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/prelude/surface_descriptor.cuh>
#include <glint/cpu/runtime/host_info.hpp>

namespace glint::cpu {
namespace {

constexpr std::size_t kAlignment = 256;
constexpr std::size_t kRowAlignment = 64;

std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

[[noreturn]] void throw_out_of_memory(std::size_t size_bytes) {
    throw Error(ErrorCode::out_of_memory,
                fmt::format("allocate {} for the CPU", text::human_bytes(size_bytes)),
                fmt::format("this machine has {} of memory, {} of it free",
                            text::human_bytes(total_memory_bytes()),
                            text::human_bytes(available_memory_bytes())));
}

}  // namespace

void* allocate_memory(std::size_t size_bytes) {
    // Linux would promise more than there is, and kill the process when it is touched.
    if (size_bytes > total_memory_bytes()) throw_out_of_memory(size_bytes);
    void* address =
        std::aligned_alloc(kAlignment, round_up(std::max<std::size_t>(size_bytes, 1), kAlignment));
    if (address == nullptr) throw_out_of_memory(size_bytes);
    return address;
}

void release_memory(void* address) noexcept { std::free(address); }

driver::ImageMemory allocate_image_memory(unsigned width, unsigned height, PixelFormat format) {
    if (width == 0 || height == 0)
        throw Error(ErrorCode::invalid_argument, "allocate an image",
                    fmt::format("{} x {} pixels are none", width, height));
    const std::size_t pitch = round_up(width * pixel_bytes(format), kRowAlignment);
    return {.data = allocate_memory(pitch * height),
            .pitch_bytes = pitch,
            .width = width,
            .height = height,
            .format = format};
}

std::uint64_t make_surface(const driver::ImageMemory& image) {
    if (image.data == nullptr)
        throw Error(ErrorCode::invalid_argument, "create a surface", "the image has no memory");
    auto* surface = new GlintSurface{
        .data = static_cast<unsigned char*>(image.data),
        .pitch_bytes = image.pitch_bytes,
        .width_bytes = static_cast<unsigned>(image.width * pixel_bytes(image.format)),
        .height = image.height};
    return reinterpret_cast<std::uint64_t>(surface);
}

void delete_surface(std::uint64_t surface) noexcept {
    delete reinterpret_cast<GlintSurface*>(surface);
}

}  // namespace glint::cpu
