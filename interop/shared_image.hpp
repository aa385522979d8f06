// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include <glint/gl/image_object.hpp>
#include <glint/interop/mapped_texture.hpp>

namespace glint::interop {

/// An OpenGL texture of any kind, or a renderbuffer, that kernels can sample, read and write, with
/// all its levels and layers. SharedBuffer describes the rules for mapping.
///
/// After `gl()` and until the next map, OpenGL may read the image. If the access is `read_write` or
/// `read`, OpenGL may also write the image, and kernels see these writes.
class SharedImage {
public:
    using mapped_type = MappedTexture;

    /// Shares an image without owning it, and keeps its content. The owner must not delete the
    /// image before this object is destroyed. Throws Error(unsupported) with the reasons if the
    /// method does not work with this device. The method `exported` never works for an existing
    /// image.
    SharedImage(const Device& device, const gl::ImageView& view, ShareOptions options = {});

    /// Shares `image` and takes ownership of it. Throws the same errors.
    SharedImage(const Device& device, gl::ImageObject image, ShareOptions options = {});

    /// Maps the image for work on `stream`; see SharedBuffer::map.
    MappedTexture map(Stream& stream);

    /// Returns the image for GL. It contains the last kernels' writes, so this function may wait
    /// for the kernels. Throws Error(invalid_state) while the image is mapped.
    const gl::ImageView& gl();

    /// Returns the extents, layers, levels and format that the image has in kernels.
    const driver::ImageShape& shape() const noexcept { return shape_; }
    Sharing sharing() const noexcept { return storage_->resource.sharing(); }

    /// Used by interop::map(), which maps several resources in one call.
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

    SharedImage(const Device& device, const gl::ImageView& view,
                std::optional<gl::ImageObject> owned, const ShareOptions& options);

    driver::ImageShape shape_;
    std::shared_ptr<Storage> storage_;
};

}  // namespace glint::interop
