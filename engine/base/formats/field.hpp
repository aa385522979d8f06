// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace glint {

/// Numbers on a grid, such as heights, densities or a mask.
struct ScalarField {
    unsigned width = 0;
    unsigned height = 0;
    std::vector<float> values;  ///< `width * height`, row by row, the top row first
};

/// Reads `.png` (its luminance, 0 to 1, see `parse_png_luminance`) or `.npy` (height x width, or
/// height x width x 1; values as they are), by the path's extension in any case.
/// Throws Error(unsupported) for other extensions, Error(bad_input) for other dimensions, for no
/// values at all and for values that are not finite, or what `read_text` throws.
ScalarField read_field(const std::filesystem::path& path);

/// The field on another grid that covers the same area. Along a side that shrinks each value is
/// the mean of the area it covers, which keeps the field's mean; along one that grows it is
/// interpolated linearly between the nearest centres, and constant beyond the outermost.
/// Throws Error(invalid_argument) if a side of `field` or of the result is 0.
ScalarField resample(const ScalarField& field, unsigned width, unsigned height);

}  // namespace glint
