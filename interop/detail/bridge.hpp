// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/backend.hpp>
#include <glint/interop/detail/image_part.hpp>

namespace glint::interop {

/// One resource shared by one method: the implementation of a SharedBuffer, SharedTexture or
/// SharedImage.
///
/// Calls come in the order map, take_from_gl, unmap, give_to_gl, map... SharedResource ensures this
/// order and omits calls that the resource's access or state does not need.
class Bridge {
public:
    virtual ~Bridge() = default;

    /// Orders pending GL reads before later work on `stream`, and makes the members below valid.
    /// For a registered resource, MapScope has already mapped `graphics_resource`.
    virtual void map(driver::Stream& stream) = 0;

    /// Copies GL's writes to the kernels of `stream`, if the two do not share memory.
    virtual void take_from_gl(driver::Stream&) {}

    /// Queues on `stream` the transfer of the kernels' writes to GL; does not wait if possible.
    virtual void unmap(driver::Stream& stream) = 0;

    /// Waits or copies until GL may read the kernels' writes.
    virtual void give_to_gl() = 0;

    /// Address at which kernels access a buffer.
    virtual void* address() const noexcept { return nullptr; }

    /// A texture with all its levels and layers, for kernels to sample.
    virtual driver::ImageMemory image() { return {}; }
    /// Returns an existing part of the image: a level, or one layer of it.
    virtual driver::ImageMemory part(const ImagePart&) { return image(); }

    /// A CUgraphicsResource to map together with others; null for other methods.
    virtual void* graphics_resource() const noexcept { return nullptr; }
};

}  // namespace glint::interop
