#include <glint/driver/memory.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

Allocation::Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
                       driver::MemoryKind kind)
    : backend_(device.backend()), kind_(kind) {
    if (count > std::numeric_limits<std::size_t>::max() / element_bytes)
        throw Error(
            ErrorCode::invalid_argument, "allocate memory",
            fmt::format("{} elements of {} bytes do not fit in memory", count, element_bytes));
    if (count > 0) data_ = backend_->allocate(count * element_bytes, kind);
}

Allocation::Allocation(Allocation&& other) noexcept
    : backend_(std::move(other.backend_)),
      data_(std::exchange(other.data_, nullptr)),
      kind_(other.kind_) {}

Allocation& Allocation::operator=(Allocation&& other) noexcept {
    Allocation taken(std::move(other));  // what was here goes with it, and not only with `other`
    std::swap(backend_, taken.backend_);
    std::swap(data_, taken.data_);
    std::swap(kind_, taken.kind_);
    return *this;
}

Allocation::~Allocation() {
    if (data_) backend_->release(data_, kind_);
}

void* Allocation::release() noexcept { return std::exchange(data_, nullptr); }

}  // namespace glint::detail
