// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/driver/detail/texture_checks.hpp>
#include <glint/driver/device.hpp>
#include <glint/interop/detail/image_part.hpp>

namespace glint::interop {

/// Memory for an image on a device. Sharing methods that copy use this class.
class OwnedImage {
public:
    /// Throws Error(invalid_argument) if the device does not support the shape, and
    /// Error(out_of_memory) if there is not enough memory.
    OwnedImage(const Device& device, const driver::ImageShape& shape)
        : backend_(device.backend()), memory_(allocate(*backend_, shape)) {}
    ~OwnedImage() { backend_->release_image(memory_); }
    OwnedImage(const OwnedImage&) = delete;
    OwnedImage& operator=(const OwnedImage&) = delete;

    const driver::ImageMemory& memory() const noexcept { return memory_; }
    driver::ImageMemory part(const ImagePart& part) const {
        return part_of(*backend_, memory_, part);
    }

private:
    static driver::ImageMemory allocate(driver::Backend& backend, const driver::ImageShape& shape) {
        detail::check_image(shape, backend.info().images);
        return backend.allocate_image(shape);
    }

    std::shared_ptr<driver::Backend> backend_;
    driver::ImageMemory memory_;
};

}  // namespace glint::interop
