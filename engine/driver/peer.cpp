// SPDX-License-Identifier: MIT
#include <glint/driver/peer.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

void copy_between(Stream& stream, void* to, const Device& to_device, const void* from,
                  const Device& from_device, std::size_t size_bytes) {
    const Device& own = stream.device();
    const bool is_of_one = own == to_device || own == from_device;
    const bool is_of_kind = to_device.kind() == from_device.kind();
    if (!is_of_one || (!is_of_kind && own.kind() == BackendKind::cpu))
        throw Error(
            ErrorCode::invalid_argument,
            fmt::format("copy {} from {} to {}", text::human_bytes(size_bytes), from_device.name(),
                        to_device.name()),
            fmt::format("the stream belongs to {}{}", own.name(),
                        is_of_one
                            ? ", but only a stream of the GPU can copy between the GPU and the CPU"
                            : ""));
    if (is_of_kind)
        return own.backend()->memory().copy_between(stream.state(), to, *to_device.backend(), from,
                                                    *from_device.backend(), size_bytes);
    stream.state().copy(to, from, size_bytes,
                        own == to_device ? driver::CopyDirection::host_to_device
                                         : driver::CopyDirection::device_to_host);
}

}  // namespace glint::detail
