// SPDX-License-Identifier: MIT
#include <glint/driver/managed_memory.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {
namespace {

void check_stream(const Allocation& memory, const Stream& stream, std::string_view operation) {
    if (stream.device().backend() == memory.backend()) return;
    throw Error(ErrorCode::invalid_argument, operation,
                fmt::format("the memory belongs to {}, but the stream belongs to {}",
                            memory.backend()->info().name, stream.device().name()));
}

}  // namespace

void prefetch(const Allocation& memory, std::size_t size_bytes, const Stream& stream,
              const MemoryPlace& place) {
    check_stream(memory, stream, "prefetch managed memory");
    memory.backend()->memory().prefetch(stream.state(), memory.data(), size_bytes, place.number());
}

void discard(const Allocation& memory, std::size_t size_bytes, const Stream& stream) {
    check_stream(memory, stream, "discard managed memory");
    memory.backend()->memory().discard(stream.state(), memory.data(), size_bytes);
}

void attach(const Allocation& memory, const Stream& stream, Attachment attachment) {
    check_stream(memory, stream, "attach managed memory to a stream");
    memory.backend()->memory().attach(stream.state(), memory.data(), attachment);
}

}  // namespace glint::detail
