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
    std::string name = "unnamed";  ///< what messages call the resource
    Sharing sharing = Sharing::automatic;
    /// By default `write` for what glint allocates, `read_write` for what exists already.
    std::optional<Access> access{};
    bool gather =
        false;  ///< whether kernels call tex2Dgather, which a registered texture must know
};

/// What is common to all that is shared: the bridge, and whose turn it is.
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

    /// Throws Error(invalid_state) if it is mapped already or the context is gone.
    void require_unmapped(std::string_view operation) const;

    /// Gives it to the kernels of `stream`, and to OpenGL. The one that runs the scope says when.
    void begin_map(driver::Stream& stream);
    void end_map() noexcept { mapped_ = false; }

    /// Makes the last writes visible to GL. Throws Error(invalid_state) while mapped.
    void give_to_gl();

    /// The parts, surfaces and textures of a mapped image. Throw Error(invalid_argument) for a part
    /// that it does not have or options that it does not take.
    driver::ImageMemory part(const ImagePart& part);
    /// Throws Error(invalid_state) if it is shared for reading.
    std::uint64_t surface(const ImagePart& part);
    std::uint64_t texture(const driver::TextureOptions& options);

private:
    Facts facts_;
    gl::Context context_;
    std::unique_ptr<Bridge> bridge_;
    ImageHandles handles_;  // go before what they point to
    bool mapped_ = false;
    bool given_ = true;
};

/// A GL object and the bridge to it, in the order that they may be destroyed.
template <class Object>
struct SharedStorage {
    Object gl;
    SharedResource resource;
};

}  // namespace glint::interop
