#include <glint/array/array.hpp>

#include <glint/base/error.hpp>

namespace glint::detail {

driver::Stream& ArrayStream::queue() const {
    if (queue_) return *queue_;
    throw Error(ErrorCode::invalid_state, "use an array", "it was made without a stream");
}

void ArrayStream::fill(void* to, std::size_t count, std::span<const std::byte> element) const {
    if (count > 0) queue().fill_block(driver::fill_of(to, count, element));
}

void ArrayStream::download(void* to, const void* from, std::size_t size_bytes) const {
    queue().copy(to, from, size_bytes, driver::CopyDirection::device_to_host);
    queue().synchronize();
}

}  // namespace glint::detail
