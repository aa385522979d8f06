// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/backend.hpp>
#include <glint/interop/detail/image_part.hpp>

namespace glint::interop {

/// Connects a GL object to kernels by one sharing method. SharedBuffer, SharedTexture and
/// SharedImage are built on bridges.
///
/// The functions are called in the order map, take_from_gl, unmap, give_to_gl, map...
/// SharedResource ensures this order. It omits calls that the resource's access or state does not
/// require.
class Bridge {
public:
    virtual ~Bridge() = default;

    /// Makes later work on `stream` wait for pending GL reads. After this call, `address`, `image`
    /// and `part` are valid. If `graphics_resource` is not null, MapScope has already mapped it.
    virtual void map(driver::Stream& stream) = 0;

    /// Makes GL's writes visible to the kernels of `stream`. Does nothing if kernels and GL share
    /// memory.
    virtual void take_from_gl(driver::Stream&) {}

    /// Queues on `stream` the transfer of the kernels' writes to GL. Does not wait, unless the
    /// sharing method makes this necessary.
    virtual void unmap(driver::Stream& stream) = 0;

    /// Waits or copies, so that GL can read the kernels' writes when this function returns.
    virtual void give_to_gl() = 0;

    /// Returns the address at which kernels access a buffer.
    virtual void* address() const noexcept { return nullptr; }

    /// Returns an image with all its levels and layers.
    virtual driver::ImageMemory image() { return {}; }
    /// Returns a part of the image: a level, or one layer of a level. The part must exist.
    virtual driver::ImageMemory part(const ImagePart&) { return image(); }

    /// Returns a CUgraphicsResource that must be mapped. Returns null for all methods except
    /// `registered`.
    virtual void* graphics_resource() const noexcept { return nullptr; }
};

}  // namespace glint::interop
