// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include <glint/gl/image_object.hpp>
#include <glint/interop/mapped_texture.hpp>

namespace glint::interop {

/// An OpenGL texture of any kind or renderbuffer, with its levels and layers, that kernels can
/// sample, read and write. See SharedBuffer for the mapping rules.
///
/// From `gl()` until the next map, OpenGL may read it. Unless the access is `write` or
/// `write_discard`, OpenGL may also write it, and kernels then see those writes.
class SharedImage {
public:
    using mapped_type = MappedTexture;

    /// Shares an image without owning it. Its owner must keep it until this object is destroyed.
    /// Its content is kept. Throws Error(unsupported), with the reasons, if `device` cannot share
    /// it this way; `exported` never can.
    SharedImage(const Device& device, const gl::ImageView& view, ShareOptions options = {});

    /// Takes ownership of `image` and shares it; otherwise like the constructor for a view.
    SharedImage(const Device& device, gl::ImageObject image, ShareOptions options = {});

    /// Queues the map on `stream`; see SharedBuffer::map.
    MappedTexture map(Stream& stream);

    /// Returns the image for GL, including the last kernels' writes; may wait for them.
    /// Throws Error(invalid_state) while it is mapped.
    const gl::ImageView& gl();

    /// Extents, layers, levels and format in kernels.
    const driver::ImageShape& shape() const noexcept { return shape_; }
    Sharing sharing() const noexcept { return storage_->resource.sharing(); }

    /// For interop::map(), which maps several resources at once.
    std::shared_ptr<SharedResource> resource() const { return {storage_, &storage_->resource}; }
    MappedTexture bind(std::shared_ptr<MapScope> scope) const {
        return MappedTexture(std::move(scope), resource());
    }

private:
    struct Storage {
        std::optional<gl::ImageObject> owned;
        gl::ImageView view;
        SharedResource resource;
    };

    SharedImage(const Device& device, std::optional<gl::ImageObject> owned,
                const gl::ImageView& view, const ShareOptions& options);

    driver::ImageShape shape_;
    std::shared_ptr<Storage> storage_;
};

}  // namespace glint::interop
