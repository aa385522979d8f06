// SPDX-License-Identifier: MIT
#pragma once

/// A step and a picture of apps/ocean.
namespace glint::bench::openmp {

/// Patches are stored one after another, `size` x `size` elements each.
struct Sea {
    int size;          ///< a power of two
    float lengths[3];  ///< of the patches, m
    float depth, choppiness, breaking, foam_life;
    const float* amplitude;  ///< two numbers per element
    float* spectra;          ///< space for four complex numbers per element of a patch
    float *moved, *slope;    ///< four numbers per element
    float* coarse;           ///< means of slope, halved per level, patch after patch
    /// 16 in-place FFTW transforms: of contiguous rows, and of rows that begin `size` + 8 numbers
    /// apart.
    const void *rows, *apart;
    void (*transform)(const void* plan, float* first);
};

struct SeaPicture {
    int width, height;
    float heading, tilt, view, eye;  ///< radians, m
    float sun_height, sun_direction, haze, clouds, exposure;
    float deviation, tail;  ///< of the height; slope variance of waves that no patch contains
};

extern "C" {

/// Computes the surfaces at a time, in seconds, and the foam after another `passed` seconds.
void openmp_sea(const Sea* sea, double seconds, float passed);

/// Writes four bytes per pixel.
void openmp_sea_picture(const Sea* sea, const SeaPicture* picture, unsigned char* pixels);
}

}  // namespace glint::bench::openmp
