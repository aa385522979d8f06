// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/backend.hpp>
#include <glint/interop/detail/image_part.hpp>

namespace glint::interop {

/// One way of sharing one resource: what lies behind a SharedBuffer, SharedTexture or SharedImage.
///
/// Calls come in the order map, take_from_gl, unmap, give_to_gl, map...; SharedResource sees to
/// that, and leaves out what a resource's access or turn does not need.
class Bridge {
public:
    virtual ~Bridge() = default;

    /// Orders what GL still reads before what `stream` does next, and makes the members below
    /// valid. For a registered resource, MapScope has mapped `graphics_resource` before.
    virtual void map(driver::Stream& stream) = 0;

    /// Brings what GL wrote to the kernels of `stream`, where the two do not share memory.
    virtual void take_from_gl(driver::Stream&) {}

    /// Queues on `stream` what brings the kernels' writes to GL; does not wait if it can.
    virtual void unmap(driver::Stream& stream) = 0;

    /// Waits or copies until GL may read what was written.
    virtual void give_to_gl() = 0;

    /// Where kernels write a buffer.
    virtual void* address() const noexcept { return nullptr; }

    /// A texture with all its levels and layers, as kernels sample it.
    virtual driver::ImageMemory image() { return {}; }
    /// A part of it, which exists: one level.
    virtual driver::ImageMemory part(const ImagePart&) { return image(); }

    /// A CUgraphicsResource to map together with others; null for the other ways.
    virtual void* graphics_resource() const noexcept { return nullptr; }
};

}  // namespace glint::interop
