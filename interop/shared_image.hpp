// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include <glint/gl/image_object.hpp>
#include <glint/interop/mapped_texture.hpp>

namespace glint::interop {

/// A texture of any kind or a renderbuffer of OpenGL's, with its levels and layers, which kernels
/// can sample, read and write. See SharedBuffer for the rules of mapping.
///
/// From `gl()` until the next map, OpenGL may read it and, unless the access is `write` or
/// `write_discard`, write it: kernels then see that.
class SharedImage {
public:
    using mapped_type = MappedTexture;

    /// Shares an image that stays its owner's, who must not delete it before this object goes.
    /// Its content stays. Throws Error(unsupported), with the reasons, if `device` cannot share it
    /// so; `exported` cannot.
    SharedImage(const Device& device, const gl::ImageView& view, ShareOptions options = {});

    /// Takes `image` over and shares it; otherwise like the constructor for an image that stays its
    /// owner's.
    SharedImage(const Device& device, gl::ImageObject image, ShareOptions options = {});

    /// Queues the map on `stream`; see SharedBuffer::map.
    MappedTexture map(Stream& stream);

    /// The image for GL, with the last kernels' writes in it: may wait for them.
    /// Throws Error(invalid_state) while it is mapped.
    const gl::ImageView& gl();

    /// What kernels see: extents, layers, levels and format.
    const driver::ImageShape& shape() const noexcept { return shape_; }
    Sharing sharing() const noexcept { return storage_->resource.sharing(); }

    /// For `map`, which maps several at once.
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
