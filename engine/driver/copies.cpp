// SPDX-License-Identifier: MIT
#include <glint/driver/copies.hpp>

#include <array>
#include <optional>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/detail/copy_checks.hpp>

namespace glint::detail {
namespace {

/// The constructor makes a stream wait for the stream that owns an array. end() makes the owner
/// wait for the stream. Both do nothing if only one of the two streams is being captured, because a
/// graph cannot wait for work outside of the graph.
class Turn {
public:
    Turn(Stream& stream, const Stream* owner) : stream_(stream) {
        if (!owner || owner->share() == stream.share() ||
            owner->state().is_captured() != stream.state().is_captured())
            return;
        owner_.emplace(owner->device(), owner->share());
        stream_.wait(*owner_);
    }
    void end() {
        if (owner_) owner_->wait(stream_);
    }

private:
    Stream& stream_;
    std::optional<Stream> owner_;
};

void copy_bytes(Stream& stream, void* to, const void* from, std::size_t size_bytes,
                driver::CopyDirection direction) {
    using enum driver::CopyDirection;
    using enum driver::MemorySide;
    check_ends(stream, to, direction == device_to_host ? host : device, from,
               direction == host_to_device ? host : device, size_bytes);
    if (direction == device_to_device && ranges_overlap(to, from, size_bytes))
        throw Error(ErrorCode::invalid_argument, size_text("copy", size_bytes),
                    "the source and the destination overlap");
    stream.state().copy(to, from, size_bytes, direction);
}

}  // namespace

void check_same_size(std::size_t to, std::size_t from, std::size_t element_bytes) {
    if (to == from) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy {} of {}", text::counted(from, "element"),
                            text::counted(element_bytes, "byte")),
                fmt::format("the destination has {}", text::counted(to, "element")));
}

void refuse_gaps(std::size_t count) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("copy or fill {}", text::counted(count, "element")),
                "the elements are not contiguous");
}

void upload_elements(Stream& stream, const LinearElements& to, std::span<const std::byte> from) {
    check_same_size(to.count, from.size() / to.element_bytes, to.element_bytes);
    if (from.empty()) return;
    Turn turn(stream, to.owner);
    copy_bytes(stream, to.data, from.data(), from.size(), driver::CopyDirection::host_to_device);
    turn.end();
}

void download_elements(Stream& stream, std::span<std::byte> to, const LinearElements& from) {
    check_same_size(to.size() / from.element_bytes, from.count, from.element_bytes);
    if (to.empty()) return;
    Turn turn(stream, from.owner);
    copy_bytes(stream, to.data(), from.data, to.size(), driver::CopyDirection::device_to_host);
    turn.end();
}

void copy_elements(Stream& stream, const LinearElements& to, const LinearElements& from) {
    check_same_size(to.count, from.count, to.element_bytes);
    if (to.count == 0) return;
    Turn target(stream, to.owner), source(stream, from.owner);
    copy_bytes(stream, to.data, from.data, to.count * to.element_bytes,
               driver::CopyDirection::device_to_device);
    target.end();
    source.end();
}

void fill_elements(Stream& stream, const LinearElements& to, std::span<const std::byte> element) {
    if (to.count == 0) return;
    check_memory(stream, "fill", "the destination", to.data, to.count * to.element_bytes,
                 driver::MemorySide::device);
    Turn turn(stream, to.owner);
    stream.state().fill_block(driver::fill_of(to.data, to.count, element));
    turn.end();
}

}  // namespace glint::detail
