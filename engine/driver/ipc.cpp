// SPDX-License-Identifier: MIT
#include <glint/driver/ipc.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::ipc {
namespace {

/// Closes the opened memory of another process when it is released.
class ImportedMemory final : public glint::detail::MemorySource {
public:
    explicit ImportedMemory(std::shared_ptr<driver::Backend> backend)
        : backend_(std::move(backend)) {}
    void release(void* address, std::size_t) noexcept override {
        backend_->memory().close_imported(address);
    }

private:
    std::shared_ptr<driver::Backend> backend_;
};

}  // namespace

MemoryHandle detail::export_memory(const glint::detail::Allocation& memory,
                                   std::size_t size_bytes) {
    if (!memory.data() || !memory.is_plain())
        throw Error(ErrorCode::invalid_argument, "export memory to other processes",
                    memory.data() ? "the memory belongs to a pool or to another library"
                                  : "the memory has no elements");
    return {memory.backend()->memory().export_memory(memory.data()), size_bytes};
}

glint::detail::Allocation detail::import_memory(const Device& device, const MemoryHandle& handle,
                                                std::size_t element_bytes) {
    if (handle.size_bytes == 0 || handle.size_bytes % element_bytes != 0)
        throw Error(ErrorCode::invalid_argument, "open another process's memory",
                    fmt::format("the memory has {}, which is not a whole number of elements of {}",
                                text::counted(handle.size_bytes, "byte"),
                                text::counted(element_bytes, "byte")));
    auto source = std::make_shared<ImportedMemory>(device.backend());
    void* address = device.backend()->memory().import_memory(handle.bytes);
    return {device, address, handle.size_bytes, driver::MemoryKind::device, std::move(source)};
}

Event create_event(const Device& device) {
    return Event(device, device.backend()->memory().create_ipc_event());
}

EventHandle export_event(const Device& device, const Event& event) {
    return {device.backend()->memory().export_event(event.state())};
}

Event import_event(const Device& device, const EventHandle& handle) {
    return Event(device, device.backend()->memory().import_event(handle.bytes));
}

}  // namespace glint::ipc
