// SPDX-License-Identifier: MIT
#pragma once

/// Steps of apps/wind_tunnel as its parameters are by default: an inlet and an outlet, a sponge
/// before it, walls that slip, a built-in obstacle, no turbulence and no push.
namespace glint::bench::openmp {

struct Tunnel {
    int width, height, depth;  ///< a plane has a depth of 1
    float speed, viscosity;
    float sponge;     ///< cells
    float centre[3];  ///< of the cylinder along z, or of the ball
    float radius;
    const unsigned char* solid;  ///< 2 is the obstacle that is built in
    /// The cells beside obstacles and in them, for each row those from starts[row] on; without the
    /// first and the last of a row.
    const int* starts;
    const int* beside;
};

extern "C" {

/// D2Q9: nine planes of populations, one behind the other. A row of the grid is a row.
/// `force` has two numbers for each cell, and changes beside obstacles.
void openmp_tunnel_plane(const Tunnel* tunnel, const float* f, float* force, float* f_next);

/// D3Q19: each row of cells has its nineteen side by side. `width` is a multiple of 16.
void openmp_tunnel_space(const Tunnel* tunnel, const float* f, float* force, float* f_next);
/// The same of halves, which are populations by 32768.
void openmp_tunnel_halves(const Tunnel* tunnel, const unsigned short* f, float* force,
                          unsigned short* f_next);
}

}  // namespace glint::bench::openmp
