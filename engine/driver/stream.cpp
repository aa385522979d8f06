#include <glint/driver/stream.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint {

Stream::Stream(const Device& device) : device_(device), state_(device.backend()->create_stream()) {}

void detail::check_same_size(std::size_t to, std::size_t from, std::size_t element_bytes) {
    if (to == from) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy {} elements of {} bytes", from, element_bytes),
                fmt::format("the destination holds {} elements", to));
}

}  // namespace glint
