// SPDX-License-Identifier: MIT
#pragma once

/// A step and a picture of apps/ocean.
namespace glint::bench::openmp {

/// The state of apps/ocean. Patches are stored one after another, `size` x `size` elements each.
struct Sea {
    int size;          ///< side of a patch in elements, a power of two
    float lengths[3];  ///< side lengths of the patches, m
    float depth, choppiness, breaking, foam_life;
    const float* amplitude;  ///< two numbers per element
    float* spectra;          ///< four complex numbers per element of one patch
    float *moved, *slope;    ///< four numbers per element
    float* coarse;           ///< means of `slope`; each level has half the side; patch after patch
    /// Plans for 16 in-place FFTW transforms: of contiguous rows, and of rows that are `size` + 8
    /// numbers apart.
    const void *rows, *apart;
    void (*transform)(const void* plan, float* first);
};

struct SeaPicture {
    int width, height;
    float heading, tilt, view, eye;  ///< radians, m
    float sun_height, sun_direction, haze, clouds, exposure;
    /// Standard deviation of the height; slope variance of waves too short for the patches.
    float deviation, tail;
};

extern "C" {

/// Computes the surfaces at a time in seconds, and the foam after another `passed` seconds.
void openmp_sea(const Sea* sea, double seconds, float passed);

/// Draws the picture, with four bytes per pixel.
void openmp_sea_picture(const Sea* sea, const SeaPicture* picture, unsigned char* pixels);
}

}  // namespace glint::bench::openmp
