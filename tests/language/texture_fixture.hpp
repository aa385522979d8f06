// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>
#include <glint/driver/texture.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

#include "texture_reference.hpp"

namespace glint::test {

/// The point of a fetch, as kernels receive it: coordinates, and a layer or level in w.
struct alignas(16) Point {
    float x, y, z, w;
};

/// Fetches texels with the kernels of data/textures.cu.
class OnTextures : public OnEachBackend {
protected:
    /// An image with these texels, of shape `shape`.
    Image image_of(ImageShape shape, const Texels& texels) {
        shape.format = texels_of<float>(4);
        Image image(device_, shape);
        upload(stream_, image, std::span(texels.values));
        stream_.synchronize();
        return image;
    }

    std::vector<Texel> fetch_all(const std::string& kernel, const Texture& texture,
                                 const std::vector<Point>& points) {
        const auto from = to_device(stream_, points);
        DeviceMemory<Texel> to(device_, points.size());
        program_.kernel<void(TextureHandle, unsigned, const Point*, Texel*)>(kernel).launch(
            stream_, threads(points.size()), texture, points.size(), from, to);
        return to_vector(stream_, to);
    }

    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "textures.cu"};
};

/// Filter weights have 8 fractional bits, so along each axis, a fetch may be off by 1/256 of the
/// texels' spread. The remaining tolerance is for float rounding.
inline void expect_fetched(const Texel& found, const Fetched& expected, int dimensions) {
    for (std::size_t channel = 0; channel < 4; ++channel)
        ASSERT_NEAR(found[channel], expected.value[channel],
                    dimensions * expected.spread / 256 + 1e-5)
            << "channel " << channel;
}

}  // namespace glint::test
