// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP references for apps/wind_tunnel with its default parameters: an inlet and an outlet,
/// a sponge before the outlet, slip walls, a built-in obstacle, no turbulence and no body force.
namespace glint::bench::openmp {

struct Tunnel {
    int width, height, depth;  ///< depth is 1 in 2D
    float speed, viscosity;
    float sponge;     ///< width of the sponge in cells
    float centre[3];  ///< center of the cylinder along z, or of the ball
    float radius;
    const unsigned char* solid;  ///< 0: fluid, 2: the built-in obstacle
    /// `adjacent`: x of the cells in and next to obstacles, row by row, without the first and last
    /// cell of a row. `starts`: where the cells of each row begin in `adjacent`; then the end.
    const int* starts;
    const int* adjacent;
};

extern "C" {

/// Runs a D2Q9 step. There are nine planes of populations, one after another, stored row by row.
/// `force` has two numbers per cell; the step changes the force next to obstacles.
void openmp_tunnel_plane(const Tunnel* tunnel, const float* f, float* force, float* f_next);

/// Runs a D3Q19 step. Each row stores 19 arrays of populations. `width` is a multiple of 16.
void openmp_tunnel_space(const Tunnel* tunnel, const float* f, float* force, float* f_next);
/// Like openmp_tunnel_space(), but populations are stored as halves, multiplied by 32768.
void openmp_tunnel_halves(const Tunnel* tunnel, const unsigned short* f, float* force,
                          unsigned short* f_next);
}

}  // namespace glint::bench::openmp
