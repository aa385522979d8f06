// SPDX-License-Identifier: MIT
#include <glint/driver/ipc_descriptor.hpp>

#include <limits>

#include <fmt/format.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::ipc {
namespace {

class ShareablePages final : public glint::detail::MemorySource {
public:
    explicit ShareablePages(std::shared_ptr<driver::Backend> backend)
        : backend_(std::move(backend)) {}
    void release(void* address, std::size_t size_bytes) noexcept override {
        backend_->memory().release_shareable(address, size_bytes);
    }

private:
    std::shared_ptr<driver::Backend> backend_;
};

class ForeignBlock final : public glint::detail::MemorySource {
public:
    ForeignBlock(const Device& device, std::shared_ptr<driver::ForeignPool> pool)
        : device_(device), pool_(std::move(pool)) {}
    void release(void* address, std::size_t) noexcept override { pool_->close(address); }

private:
    Device device_;  // destroyed after the pool
    std::shared_ptr<driver::ForeignPool> pool_;
};

std::size_t checked_bytes(const char* operation, std::size_t count, std::size_t element_bytes) {
    if (count == 0 || count > std::numeric_limits<std::size_t>::max() / 2 / element_bytes)
        throw Error(ErrorCode::invalid_argument, operation,
                    fmt::format("the size, {} of {}, is not valid", text::counted(count, "element"),
                                text::counted(element_bytes, "byte")));
    return count * element_bytes;
}

glint::detail::Allocation owned(const Device& device, void* address, std::size_t size_bytes,
                                std::shared_ptr<glint::detail::MemorySource> source) {
    return {device, address, size_bytes, driver::MemoryKind::device, std::move(source)};
}

}  // namespace

Descriptor::~Descriptor() {
    if (native_ >= 0) close(native_);
}

glint::detail::Allocation detail::allocate_shareable(const Device& device, std::size_t count,
                                                     std::size_t element_bytes) {
    const std::size_t size_bytes = checked_bytes("allocate memory to share", count, element_bytes);
    auto source = std::make_shared<ShareablePages>(device.backend());
    void* address = device.backend()->memory().allocate_shareable(size_bytes);
    return owned(device, address, size_bytes, std::move(source));
}

Descriptor detail::export_descriptor(const glint::detail::Allocation& memory) {
    if (!memory.data())
        throw Error(ErrorCode::invalid_argument, "export memory to other processes",
                    "the memory has no elements");
    return Descriptor(memory.backend()->memory().export_descriptor(memory.data()));
}

glint::detail::Allocation detail::open_memory(const Device& device, const Descriptor& descriptor,
                                              std::size_t count, std::size_t element_bytes) {
    const std::size_t size_bytes =
        checked_bytes("open another process's memory", count, element_bytes);
    auto source = std::make_shared<ShareablePages>(device.backend());
    void* address = device.backend()->memory().open_descriptor(descriptor.native(), size_bytes);
    return owned(device, address, size_bytes, std::move(source));
}

Descriptor export_pool(const MemoryPool& pool) {
    return Descriptor(pool.account()->source().export_descriptor());
}

MemoryHandle detail::export_block(const MemoryPool& pool, const glint::detail::Allocation& memory,
                                  std::size_t size_bytes) {
    if (!memory.data())
        throw Error(ErrorCode::invalid_argument, "export a block of a pool to other processes",
                    "the block has no elements");
    return {pool.account()->source().export_block(memory.data()), size_bytes};
}

OpenedPool::OpenedPool(const Device& device, const Descriptor& descriptor)
    : device_(device), pool_(device.backend()->memory().open_pool(descriptor.native())) {}

glint::detail::Allocation OpenedPool::open_bytes(const MemoryHandle& handle,
                                                 std::size_t element_bytes) const {
    if (handle.size_bytes == 0 || handle.size_bytes % element_bytes != 0)
        throw Error(ErrorCode::invalid_argument, "open a block of another process's pool",
                    fmt::format("the block has {}, which is not a whole number of elements of {}",
                                text::counted(handle.size_bytes, "byte"),
                                text::counted(element_bytes, "byte")));
    auto source = std::make_shared<ForeignBlock>(device_, pool_);
    return owned(device_, pool_->open(handle.bytes), handle.size_bytes, std::move(source));
}

}  // namespace glint::ipc
