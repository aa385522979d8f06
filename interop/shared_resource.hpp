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
    std::string name = "unnamed";  ///< name of the resource in error messages
    Sharing sharing = Sharing::automatic;
    /// nullopt: `write` for resources that glint allocates, `read_write` for existing resources.
    std::optional<Access> access{};
    bool gather =
        false;  ///< true if kernels call tex2Dgather; registered textures require this flag
};

/// Common part of all shared resources: the bridge, and the record of which side may access the
/// resource.
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

    /// Throws Error(invalid_state) if the resource is already mapped or its OpenGL context was
    /// destroyed.
    void require_unmapped(std::string_view operation) const;

    /// Begin and end the use of the resource by kernels on `stream`. Only MapScope calls these two
    /// functions.
    void begin_map(driver::Stream& stream);
    void end_map() noexcept { mapped_ = false; }

    /// Makes the last kernels' writes visible to GL. Throws Error(invalid_state) while the resource
    /// is mapped.
    void give_to_gl();

    /// The following functions return parts, surfaces and textures of a mapped image. They throw
    /// Error(invalid_argument) if the part does not exist or the image does not support the
    /// options.
    driver::ImageMemory part(const ImagePart& part);
    /// Also throws Error(invalid_state) if the image is shared for reading only.
    std::uint64_t surface(const ImagePart& part);
    std::uint64_t texture(const driver::TextureOptions& options);

private:
    Facts facts_;
    gl::Context context_;
    std::unique_ptr<Bridge> bridge_;
    ImageHandles handles_;  // declared after bridge_, whose memory the handles refer to
    bool mapped_ = false;
    bool given_ = true;
};

/// A GL object and the resource that shares it. The resource is destroyed first.
template <class Object>
struct SharedStorage {
    Object gl;
    SharedResource resource;
};

}  // namespace glint::interop
