// SPDX-License-Identifier: MIT
#include <glint/interop/shared_resource.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::interop {

SharedResource::SharedResource(const Device& device, Facts facts, gl::Context context,
                               std::unique_ptr<Bridge> bridge)
    : facts_(std::move(facts)),
      context_(std::move(context)),
      bridge_(std::move(bridge)),
      handles_(device.backend()) {}

void SharedResource::require_unmapped(std::string_view operation) const {
    const auto refuse = [&](std::string_view reason) {
        throw Error(ErrorCode::invalid_state, fmt::format("{} {}", operation, description()),
                    reason);
    };
    if (mapped_) refuse("the resource is already mapped");
    if (!context_.alive()) refuse("the OpenGL context of the resource was destroyed");
}

// Copies GL's content to the kernels only if GL received the last kernels' writes. Otherwise, the
// kernels' memory is newer.
void SharedResource::begin_map(driver::Stream& stream) {
    bridge_->map(stream);
    if (given_ && reads_gl(facts_.access)) bridge_->take_from_gl(stream);
    mapped_ = true;
    given_ = false;
}

void SharedResource::give_to_gl() {
    if (mapped_)
        throw Error(ErrorCode::invalid_state, fmt::format("draw {}", description()),
                    "the resource is mapped. Close the map first");
    if (given_) return;
    bridge_->give_to_gl();
    given_ = true;
}

driver::ImageMemory SharedResource::part(const ImagePart& part) {
    check_part(bridge_->image().shape, part, description());
    return bridge_->part(part);
}

std::uint64_t SharedResource::surface(const ImagePart& wanted) {
    if (facts_.access == Access::read)
        throw Error(ErrorCode::invalid_state, "create a surface of " + description(),
                    "the image is shared read-only. Sample the image as a texture");
    return handles_.surface(wanted, part(wanted));
}

std::uint64_t SharedResource::texture(const driver::TextureOptions& options) {
    return handles_.texture(options, bridge_->image());
}

}  // namespace glint::interop
