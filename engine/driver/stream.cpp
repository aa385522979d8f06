#include <glint/driver/stream.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/copy_checks.hpp>

namespace glint {

Stream::Stream(const Device& device) : device_(device), state_(device.backend()->create_stream()) {}

void detail::check_same_size(std::size_t to, std::size_t from, std::size_t element_bytes) {
    if (to == from) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy {} elements of {} bytes", from, element_bytes),
                fmt::format("the destination holds {} elements", to));
}

void detail::copy_bytes(Stream& stream, void* to, const void* from, std::size_t size_bytes,
                        driver::CopyDirection direction) {
    using enum driver::CopyDirection;
    if (size_bytes == 0) return;
    check_ends(stream, to,
               direction == device_to_host ? driver::MemorySide::host : driver::MemorySide::device,
               from,
               direction == host_to_device ? driver::MemorySide::host : driver::MemorySide::device,
               size_bytes);
    if (direction == device_to_device && ranges_overlap(to, from, size_bytes))
        throw Error(ErrorCode::invalid_argument, size_text("copy", size_bytes),
                    "source and destination overlap");
    stream.state().copy(to, from, size_bytes, direction);
}

void detail::fill_elements(Stream& stream, void* to, std::size_t count,
                           std::span<const std::byte> element) {
    const std::size_t size_bytes = count * element.size();
    if (count == 0) return;
    check_memory(stream, "fill", "the destination", to, size_bytes, driver::MemorySide::device);
    stream.state().fill_block(driver::fill_of(to, count, element));
}

}  // namespace glint
