// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include <glint/backend/detail/backend.hpp>

namespace glint::interop {

/// A level of a texture: either all its layers or faces, which kernels access with
/// `surf2DLayeredwrite` and `surfCubemapwrite`, or one of them as a plain 2-D image. A volume has
/// no layers.
struct ImagePart {
    std::optional<unsigned> layer{};
    unsigned level = 0;

    friend bool operator==(const ImagePart&, const ImagePart&) = default;
};

/// Throws Error(invalid_argument) with the value if an image of this shape has no such part.
void check_part(const driver::ImageShape& shape, const ImagePart& part,
                std::string_view description);

/// Returns the shape of an existing part.
driver::ImageShape part_shape(const driver::ImageShape& shape, const ImagePart& part) noexcept;

/// Returns a part of an image that `backend` allocated. Throws Error(unsupported) for one layer on
/// a GPU.
driver::ImageMemory part_of(driver::Backend& backend, const driver::ImageMemory& whole,
                            const ImagePart& part);

}  // namespace glint::interop
