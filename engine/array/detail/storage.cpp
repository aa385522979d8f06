// SPDX-License-Identifier: MIT
#include <glint/array/detail/storage.hpp>

#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

struct Bytes {
    std::byte* data;
    std::size_t size;
};

Bytes bytes_of(const Elements& elements) {
    return {static_cast<std::byte*>(elements.data), elements.size_bytes()};
}

}  // namespace

std::shared_ptr<ArrayStorage> allocate(const Stream& stream, const Shape& shape,
                                       std::size_t element_bytes) {
    check_size(shape, element_bytes);
    return std::make_shared<ArrayStorage>(
        ArrayStorage{handle_of(stream), Allocation(stream, shape.size(), element_bytes)});
}

Stream& stream_of(const std::shared_ptr<ArrayStorage>& storage) {
    if (!storage)
        throw Error(ErrorCode::invalid_state, "use an array",
                    "the array was created without a stream");
    if (storage->lease) storage->lease->require();
    return storage->stream;
}

void download(Stream& stream, void* to, const Elements& from) {
    if (from.layout.size() == 0) return;
    const Bytes bytes = bytes_of(from);
    stream.state().copy(to, bytes.data, bytes.size, driver::CopyDirection::device_to_host);
    stream.synchronize();
}

void upload(Stream& stream, const Elements& to, const void* from) {
    if (to.layout.size() == 0) return;
    const Bytes bytes = bytes_of(to);
    stream.state().copy(bytes.data, from, bytes.size, driver::CopyDirection::host_to_device);
    stream.synchronize();
}

void fill(Stream& stream, const Elements& to, std::span<const std::byte> element) {
    if (to.layout.size() == 0) return;
    stream.state().fill_block(driver::fill_of(to.data, to.layout.size(), element));
}

}  // namespace glint::detail
