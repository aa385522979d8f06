// SPDX-License-Identifier: MIT
#include <glint/driver/copied_arguments.hpp>

#include <glint/driver/detail/copy_checks.hpp>

namespace glint::detail {
namespace {

void* allocate(Stream& stream, const void* host, std::size_t size_bytes) {
    if (size_bytes == 0) return nullptr;
    check_memory(stream, "copy an argument of", "the host memory", host, size_bytes,
                 driver::MemorySide::host);
    return stream.state().allocate_temporary(size_bytes);
}

}  // namespace

LentBytes::LentBytes(Stream& stream, const void* host, std::size_t size_bytes)
    : memory_(allocate(stream, host, size_bytes), Release{stream.share()}),
      size_bytes_(size_bytes) {}

void LentBytes::read(const void* host) {
    if (memory_)
        memory_.get_deleter().stream->copy(data(), host, size_bytes_,
                                           driver::CopyDirection::host_to_device);
}

void LentBytes::write(void* host) {
    if (memory_)
        memory_.get_deleter().stream->copy(host, data(), size_bytes_,
                                           driver::CopyDirection::device_to_host);
}

}  // namespace glint::detail
