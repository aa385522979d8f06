// SPDX-License-Identifier: MIT
#include <glint/interop/detail/buffer_parts.hpp>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/interop/detail/make_shared.hpp>

namespace glint::interop {
namespace {

std::string describe(const ShareOptions& options, std::size_t size_bytes) {
    return fmt::format("shared buffer '{}' ({})", options.name, text::human_bytes(size_bytes));
}

BufferBridge make_buffer(Sharing way, const Device& device, const gl::Context& context,
                         std::size_t size_bytes, const Use& use) {
    if (way == Sharing::exported) return exported_buffer(device, context, size_bytes);
    const bool mapped = way == Sharing::host && device.kind() == BackendKind::cpu;
    gl::RawBuffer buffer(context, size_bytes, {.mapped = mapped});
    BridgePointer bridge = make_bridge(way, device, buffer, use);
    return {std::move(buffer), std::move(bridge)};
}

BufferParts make_of_own(Sharing way, const Device& device, const gl::Context& context,
                        std::size_t size_bytes, const ShareOptions& options) {
    const Use use{options.access.value_or(Access::write), options.gather};
    BufferBridge made = make_buffer(way, device, context, size_bytes, use);
    return {std::move(made.gl),
            SharedResource(device, {describe(options, size_bytes), way, use.access}, context,
                           std::move(made.bridge))};
}

}  // namespace

BufferParts make_shared_buffer(const Device& device, const gl::Context& context,
                               std::size_t size_bytes, const ShareOptions& options) {
    return make_by_way<BufferParts>(
        device, describe(options, size_bytes), options.sharing,
        [&](Sharing way) { return make_of_own(way, device, context, size_bytes, options); },
        [&](BufferParts& parts) { verify(device, parts); });
}

BufferParts share_buffer(const Device& device, gl::RawBuffer buffer, const ShareOptions& options) {
    const std::string description = describe(options, buffer.size_bytes());
    const Use use{options.access.value_or(Access::read_write), options.gather};
    auto resource = make_by_way<SharedResource>(
        device, description, options.sharing,
        [&](Sharing way) {
            return SharedResource(device, {description, way, use.access}, buffer.context(),
                                  make_bridge(way, device, buffer, use));
        },
        [&](const SharedResource& made) {
            constexpr std::size_t kTried = 4096;
            BufferParts own = make_of_own(made.sharing(), device, buffer.context(), kTried,
                                          {.name = "self-test"});
            verify(device, own);
        });
    return {std::move(buffer), std::move(resource)};
}

}  // namespace glint::interop
