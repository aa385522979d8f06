// SPDX-License-Identifier: MIT
#pragma once

/// Steps of apps/wind_tunnel with its default parameters: an inlet and an outlet, a sponge before
/// the outlet, slip walls, a built-in obstacle, no turbulence and no body force.
namespace glint::bench::openmp {

struct Tunnel {
    int width, height, depth;  ///< depth is 1 in 2D
    float speed, viscosity;
    float sponge;     ///< width of the sponge in cells
    float centre[3];  ///< center of the cylinder along z, or of the ball
    float radius;
    const unsigned char* solid;  ///< 2 marks the built-in obstacle
    /// Cells in and next to obstacles; those of each row start at starts[row]. Excludes the first
    /// and last cell of a row.
    const int* starts;
    const int* adjacent;
};

extern "C" {

/// D2Q9: nine planes of populations, one after another, stored row by row. `force` has two numbers
/// per cell; the step changes it next to obstacles.
void openmp_tunnel_plane(const Tunnel* tunnel, const float* f, float* force, float* f_next);

/// D3Q19: the nineteen populations of a row of cells are contiguous. `width` is a multiple of 16.
void openmp_tunnel_space(const Tunnel* tunnel, const float* f, float* force, float* f_next);
/// Like openmp_tunnel_space(), with populations stored as halves, scaled by 32768.
void openmp_tunnel_halves(const Tunnel* tunnel, const unsigned short* f, float* force,
                          unsigned short* f_next);
}

}  // namespace glint::bench::openmp
