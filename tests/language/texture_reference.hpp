// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include <glint/backend/image.hpp>

/// Texture fetches according to CUDA's filtering and addressing rules, in double precision, without
/// rounded weights.
namespace glint::test {

using Texel = std::array<float, 4>;

/// Texels of an image of up to three dimensions.
struct Texels {
    std::array<int, 3> size{1, 1, 1};
    std::vector<Texel> values;

    const Texel& at(int x, int y, int z) const;
};

/// Random texels of this size, with values from -1 to 1.
Texels random_texels(std::array<int, 3> size, unsigned seed);

struct Fetched {
    std::array<double, 4> value{};
    /// Maximum difference, in any channel, between the texels that were used.
    double spread = 0;
};

/// Fetches at `point` in `dimensions` dimensions.
Fetched fetch(const Texels& texels, const driver::TextureOptions& options, int dimensions,
              const std::array<float, 3>& point);

}  // namespace glint::test
