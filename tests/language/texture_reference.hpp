// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include <glint/backend/image.hpp>

/// What CUDA's rules of filtering and addressing give, in double precision and without rounding
/// the weights.
namespace glint::test {

using Texel = std::array<float, 4>;

/// Texels of one image of up to three dimensions.
struct Texels {
    std::array<int, 3> size{1, 1, 1};
    std::vector<Texel> values;

    const Texel& at(int x, int y, int z) const;
};

/// Texels of this size with different random values from -1 to 1.
Texels random_texels(std::array<int, 3> size, unsigned seed);

struct Fetched {
    std::array<double, 4> value{};
    /// How much the texels that were weighed differ at most, in any channel.
    double spread = 0;
};

/// A fetch in `dimensions` dimensions at `point`.
Fetched fetch(const Texels& texels, const driver::TextureOptions& options, int dimensions,
              const std::array<float, 3>& point);

}  // namespace glint::test
