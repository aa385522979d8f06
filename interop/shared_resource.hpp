// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <glint/driver/device.hpp>
#include <glint/driver/kernel.hpp>
#include <glint/gl/context.hpp>
#include <glint/interop/detail/bridge.hpp>
#include <glint/interop/detail/image_handles.hpp>
#include <glint/interop/sharing.hpp>

namespace glint::interop {

struct ShareOptions {
    std::string name = "unnamed";  ///< name of the resource in messages
    Sharing sharing = Sharing::automatic;
    /// Default: `write` for resources that glint allocates, `read_write` for existing resources.
    std::optional<Access> access{};
    bool gather =
        false;  ///< true if kernels call tex2Dgather, which a registered texture must know
};

/// Common part of all shared resources: the bridge, and which side has access.
class SharedResource {
public:
    struct Facts {
        std::string description;
        Sharing sharing = Sharing::automatic;
        Access access = Access::write;
    };

    SharedResource(const Device& device, Facts facts, gl::Context context,
                   std::unique_ptr<Bridge> bridge);

    const std::string& description() const noexcept { return facts_.description; }
    Sharing sharing() const noexcept { return facts_.sharing; }
    bool is_writable() const noexcept { return facts_.access != Access::read; }
    const gl::Context& context() const noexcept { return context_; }
    Bridge& bridge() const noexcept { return *bridge_; }

    /// Throws Error(invalid_state) if the resource is already mapped or the context is gone.
    void require_unmapped(std::string_view operation) const;

    /// Hands the resource to the kernels of `stream`, or back. MapScope calls these functions.
    void begin_map(driver::Stream& stream);
    void end_map() noexcept { mapped_ = false; }

    /// Makes the last writes visible to GL. Throws Error(invalid_state) while mapped.
    void give_to_gl();

    /// Parts, surfaces and textures of a mapped image. They throw Error(invalid_argument) for a
    /// part that does not exist or unsupported options.
    driver::ImageMemory part(const ImagePart& part);
    /// Throws Error(invalid_state) if it is shared for reading only.
    std::uint64_t surface(const ImagePart& part);
    std::uint64_t texture(const driver::TextureOptions& options);

private:
    Facts facts_;
    gl::Context context_;
    std::unique_ptr<Bridge> bridge_;
    ImageHandles handles_;  // destroyed before the memory they refer to
    bool mapped_ = false;
    bool given_ = true;
};

/// A GL object and the bridge to it, in an order in which they can be destroyed.
template <class Object>
struct SharedStorage {
    Object gl;
    SharedResource resource;
};

}  // namespace glint::interop
