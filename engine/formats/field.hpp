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
/// height x width x 1, with the values unchanged). The extension selects the format; its case is
/// ignored. Throws Error(unsupported) for other extensions. Throws Error(bad_input) for an array of
/// another shape, an empty array, or values that are not finite. Also throws the errors of
/// `read_text`.
ScalarField read_field(const std::filesystem::path& path);

/// Resamples the field to a grid of another size that covers the same area. Along an axis that
/// shrinks, each new value is the mean over the area of its cell, which preserves the field's mean.
/// Along an axis that grows, values are interpolated linearly between the nearest cell centers, and
/// are constant beyond the outermost centers. Throws Error(invalid_argument) if a side of `field`
/// or of the result is 0.
ScalarField resample(const ScalarField& field, unsigned width, unsigned height);

}  // namespace glint
