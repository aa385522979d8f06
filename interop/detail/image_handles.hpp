// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include <glint/interop/detail/image_part.hpp>

namespace glint::interop {

/// The surfaces and textures of a shared image. Destroying a surface or texture waits for the
/// device. Therefore, surfaces and textures are reused. They are recreated only if a later map has
/// moved the image.
class ImageHandles {
public:
    explicit ImageHandles(std::shared_ptr<driver::Backend> backend);
    ImageHandles(ImageHandles&&) noexcept = default;
    ImageHandles& operator=(ImageHandles&&) = delete;
    ~ImageHandles();

    /// Returns the surface of `part`. `memory` is the current memory of the part.
    std::uint64_t surface(const ImagePart& part, const driver::ImageMemory& memory);
    /// Returns a texture of the whole image. Throws Error(invalid_argument) for options that the
    /// image does not support.
    std::uint64_t texture(const driver::TextureOptions& options, const driver::ImageMemory& memory);

private:
    template <class Key>
    struct Made {
        Key key;
        void* data;
        std::uint64_t handle;
    };

    std::shared_ptr<driver::Backend> backend_;
    std::vector<Made<ImagePart>> surfaces_;
    std::vector<Made<driver::TextureOptions>> textures_;
};

}  // namespace glint::interop
