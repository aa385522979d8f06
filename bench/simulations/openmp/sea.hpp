// SPDX-License-Identifier: MIT
#pragma once

/// A step and a picture of apps/ocean.
namespace glint::bench::openmp {

/// Patches lie one behind the other, `size` x `size` places each.
struct Sea {
    int size;          ///< a power of two
    float lengths[3];  ///< of the patches, m
    float depth, choppiness, breaking, foam_life;
    const float* amplitude;  ///< two numbers of each place
    float* spectra;          ///< room for four complex numbers of each place of a patch
    float *moved, *slope;    ///< four numbers of each place
    float* coarse;           ///< means of slope, by halves, a patch behind the other
    /// 16 transforms in place, by FFTW: of rows that lie side by side, and of rows that begin
    /// `size` + 8 numbers apart.
    const void *rows, *apart;
    void (*transform)(const void* plan, float* first);
};

struct SeaPicture {
    int width, height;
    float heading, tilt, view, eye;  ///< radians, m
    float sun_height, sun_direction, haze, clouds, exposure;
    float deviation, tail;  ///< of the height; variance of the slope in waves that no patch has
};

extern "C" {

/// The surfaces at a time, in seconds, and foam of so many seconds before it.
void openmp_sea(const Sea* sea, double seconds, float passed);

/// Four bytes for each pixel.
void openmp_sea_picture(const Sea* sea, const SeaPicture* picture, unsigned char* pixels);
}

}  // namespace glint::bench::openmp
