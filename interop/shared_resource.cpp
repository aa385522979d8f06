#include <glint/interop/shared_resource.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/interop/make_shared.hpp>

namespace glint::interop {

SharedResource::SharedResource(std::string description, Sharing sharing, gl::Context context,
                               std::unique_ptr<Bridge> bridge)
    : description_(std::move(description)),
      sharing_(sharing),
      context_(std::move(context)),
      bridge_(std::move(bridge)) {}

void SharedResource::require_unmapped(std::string_view operation) const {
    const auto refuse = [&](std::string_view reason) {
        throw Error(ErrorCode::invalid_state, fmt::format("{} {}", operation, description_),
                    reason);
    };
    if (mapped_) refuse("it is mapped already");
    if (!context_.alive()) refuse("its OpenGL context is gone");
}

void SharedResource::set_mapped(bool mapped) noexcept {
    mapped_ = mapped;
    given_ = false;
}

void SharedResource::give_to_gl() {
    if (mapped_)
        throw Error(ErrorCode::invalid_state, fmt::format("draw {}", description_),
                    "it is mapped: OpenGL may read it once the map is closed");
    if (given_) return;
    bridge_->give_to_gl();
    given_ = true;
}

namespace {

BufferBridge make_buffer(Sharing way, const Device& device, const gl::Context& context,
                         std::size_t size_bytes) {
    switch (way) {
        case Sharing::exported: return exported_buffer(device, context, size_bytes);
        case Sharing::registered: return registered_buffer(device, context, size_bytes);
        case Sharing::staging:
            return copied_buffer(device, context, size_bytes, CopyThrough::pinned);
        case Sharing::automatic:
        case Sharing::host: break;
    }
    return device.kind() == BackendKind::cpu
               ? host_mapped_buffer(device, context, size_bytes)
               : copied_buffer(device, context, size_bytes, CopyThrough::pageable);
}

}  // namespace

BufferParts make_shared_buffer(const Device& device, const gl::Context& context,
                               std::size_t size_bytes, const ShareOptions& options) {
    const std::string description =
        fmt::format("shared buffer '{}' ({})", options.name, text::human_bytes(size_bytes));
    const auto make = [&](Sharing way) {
        BufferBridge made = make_buffer(way, device, context, size_bytes);
        return BufferParts{std::move(made.gl),
                           SharedResource(description, way, context, std::move(made.bridge))};
    };
    return make_by_way<BufferParts>(device, description, options.sharing, make);
}

}  // namespace glint::interop
