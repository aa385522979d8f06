// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for apps/gallery/gray_scott.cu on a periodic grid.
namespace glint::bench::openmp {

struct Reaction {
    int width, height;
    float dt, feed, kill, diffusion_u, diffusion_v;
};

extern "C" {

void openmp_react(const Reaction* reaction, const float* u, const float* v, float* u_next,
                  float* v_next);
/// Runs five steps in one pass over memory. Threads work on overlapping tiles.
void openmp_react_5(const Reaction* reaction, const float* u, const float* v, float* u_next,
                    float* v_next);
}

}  // namespace glint::bench::openmp
