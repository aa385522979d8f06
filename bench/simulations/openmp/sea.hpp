// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP references for apps/ocean: the step, and the picture.
namespace glint::bench::openmp {

/// The state of apps/ocean. Patches of `size` x `size` elements are stored one after another.
struct Sea {
    int size;          ///< side of a patch in elements, a power of two
    float lengths[3];  ///< side lengths of the patches, m
    float depth, choppiness, breaking, foam_life;
    const float* amplitude;  ///< two numbers per element
    float* spectra;          ///< four complex numbers per element of one patch
    float *moved, *slope;    ///< four numbers per element
    float* coarse;           ///< means of `slope` on levels of decreasing size, for each patch
    /// Plans for 16 in-place FFTW transforms: `rows` for contiguous rows, and `apart` for rows that
    /// start `size` + 8 complex numbers apart.
    const void *rows, *apart;
    void (*transform)(const void* plan, float* first);
};

struct SeaPicture {
    int width, height;
    float heading, tilt, view, eye;  ///< angles in radians, and `eye` in m
    float sun_height, sun_direction, haze, clouds, exposure;
    /// Standard deviation of the height, and slope variance of waves too short for the patches.
    float deviation, tail;
};

extern "C" {

/// Computes the surfaces at the time `seconds`, and advances the foam by `passed` seconds.
void openmp_sea(const Sea* sea, double seconds, float passed);

/// Draws the picture: four bytes per pixel.
void openmp_sea_picture(const Sea* sea, const SeaPicture* picture, unsigned char* pixels);
}

}  // namespace glint::bench::openmp
