#include <glint/array/argument_bytes.hpp>

#include <glint/base/error.hpp>

namespace glint::detail {

void ArgumentBytes::align(std::size_t alignment) {
    const std::size_t end = (size_ + alignment - 1) / alignment * alignment;
    if (end > kMost)
        throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                    "its arrays and scalars are more than a kernel takes; evaluate a part of it "
                    "to an Array");
    std::memset(bytes_.data() + size_, 0, end - size_);
    size_ = end;
}

void ArgumentBytes::append(std::span<const std::byte> bytes, std::size_t alignment) {
    align(alignment);
    if (bytes.size() > kMost - size_) align(kMost + 1);
    std::memcpy(bytes_.data() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
}

}  // namespace glint::detail
