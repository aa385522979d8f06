#pragma once

#include <cstdint>

#include <glint/driver/backend.hpp>

namespace glint::interop {

/// One way of sharing one resource: what lies behind a SharedBuffer or SharedTexture.
///
/// Calls come in the order map, unmap, give_to_gl, map...; SharedResource sees to that.
class Bridge {
public:
    virtual ~Bridge() = default;

    /// Orders what GL still reads before what `stream` does next, and makes the members below
    /// valid. For a registered resource, MapScope has mapped `graphics_resource` before.
    virtual void map(driver::Stream& stream) = 0;

    /// Queues on `stream` what brings the kernels' writes to GL; does not wait if it can.
    virtual void unmap(driver::Stream& stream) = 0;

    /// Waits or copies until GL may read what was written.
    virtual void give_to_gl() = 0;

    /// Where kernels write a buffer.
    virtual void* address() const noexcept { return nullptr; }

    /// What kernels write of a texture, and the handle that they take.
    virtual driver::ImageMemory image() const noexcept { return {}; }
    virtual std::uint64_t surface() const noexcept { return 0; }

    /// A CUgraphicsResource to map together with others; null for the other ways.
    virtual void* graphics_resource() const noexcept { return nullptr; }
};

}  // namespace glint::interop
