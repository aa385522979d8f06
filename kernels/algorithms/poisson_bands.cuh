// SPDX-License-Identifier: MIT
// Bands of a level, for CPUs. A band is a range of consecutive layers. A layer is a row, or a plane
// in three dimensions. A V-cycle does part of a level's work before the next coarser level and part
// after it. One block does all of that work on its band while the band is in a cache.
//
// A block writes only the cells of its own band. At the ends of a band, some work needs cells of
// the neighboring bands and waits for a later launch. There are therefore three steps, with one
// launch each. A single band needs only one launch. Conditions around barriers have no branches, so
// that the compiler recognizes them as uniform.
#pragma once

#include <algorithms/poisson_rows.cuh>

namespace glint::poisson_solver {

constexpr int kSteps = 3;

__device__ inline const Axis& layers_of(const Level& level) {
    return kRank == 3 ? level.z : level.y;
}

template <class Visit>
__device__ inline void each_row(const Level& level, int layer, const Visit& visit) {
    if constexpr (kRank == 2) {
        visit(Cell{0, layer, 0});
    } else {
        for (int y = 0; y < level.y.cells; ++y) visit(Cell{0, y, layer});
    }
}

/// The equation of a level: L p = f.
struct Equation {
    const Level& level;
    const Value* f;
    Value mean;
    Value* p;

    /// Half a sweep: relaxes the cells of one parity in a layer.
    __device__ void relax(int layer, int parity, Value relaxation) const {
        each_row(level, layer,
                 [&](Cell row) { relax_row({level, row, f, mean, p}, parity, relaxation); });
        __syncwarp();
    }
    __device__ void relax_all(int sweeps, Value relaxation) const {
        for (int half = 0; half < 2 * sweeps; ++half)
            for (int layer = 0; layer < layers_of(level).cells; ++layer)
                relax(layer, half & 1, relaxation);
    }
    /// Sets the right-hand side of the next coarser level in a layer, and the correction to 0.
    __device__ void restrict_to(const Level& coarse, int layer, Value* coarse_f, Value* coarse_p,
                                Value* sums) const {
        each_row(coarse, layer, [&](Cell row) {
            restrict_row(level, coarse, row, f, mean, p, sums, coarse_f, coarse_p);
        });
    }
    /// Adds the coarser level's correction to a layer.
    __device__ void prolong_from(const Level& coarse, int layer, const Value* e) const {
        each_row(level, layer, [&](Cell row) { prolong_row(level, coarse, row, e, p); });
        __syncwarp();
    }
};

/// Returns a coarse layer's first fine layer. Past the end, returns the number of fine layers.
__device__ inline int first_layer(const Level& fine, const Level& coarse, int layer) {
    const int first = layer << layers_of(fine).halves;
    return layer < layers_of(coarse).cells ? first : layers_of(fine).cells;
}

/// The layers that a block processes. `begin` is even.
struct Band {
    int begin, end;

    __device__ Band(const Level& level, int layers)
        : begin(static_cast<int>(blockIdx.x) * layers),
          end(min(begin + layers, layers_of(level).cells)) {}

    __device__ bool has(int layer) const { return is_inside(layer, 0); }
    /// True if the band has at least `far` more layers on both sides of the layer.
    __device__ bool is_inside(int layer, int far) const {
        return (layer >= begin + far) & (layer < end - far);
    }
};

/// The layers of the next coarser level that begin in a band.
struct CoarseLayers {
    int begin, end;

    __device__ CoarseLayers(const Level& fine, const Level& coarse, const Band& band)
        : begin(number(fine, coarse, band.begin)), end(number(fine, coarse, band.end)) {}

private:
    __device__ static int number(const Level& fine, const Level& coarse, int layer) {
        const int halves = layers_of(fine).halves;
        return min((layer + halves) >> halves, layers_of(coarse).cells);
    }
};

/// A sweep, and then the computation of the next coarser level's right-hand side.
struct Descent {
    Equation on;
    const Level& coarse;
    Value relaxation;
    Value *coarse_f, *coarse_p, *sums;

    __device__ void run(const Band& band, int step) const {
        const CoarseLayers layers(on.level, coarse, band);
        int next = layers.begin;
        for (int i = band.begin; i < band.end + 2; ++i) {
            for (int parity = 0; parity < 2; ++parity) {
                const int layer = i - parity;
                if (band.has(layer) & (step_of_sweep(band, layer, parity) == step))
                    on.relax(layer, parity, relaxation);
            }
            const int ready = min(layers.end, coarse_layers_before(i - 1));
            for (; next < ready; ++next)
                if (step_of_layer(band, next) == step)
                    on.restrict_to(coarse, next, coarse_f, coarse_p, sums);
        }
    }

private:
    /// Number of coarse layers that can be restricted if the fine layers up to `layer` are relaxed.
    __device__ int coarse_layers_before(int layer) const {
        return layer >= layers_of(on.level).cells ? layers_of(coarse).cells
                                                  : layer >> layers_of(on.level).halves;
    }
    /// Returns the first fine layer after those in a coarse layer.
    __device__ int end_of(int layer) const { return first_layer(on.level, coarse, layer + 1); }
    __device__ static int step_of_sweep(const Band& band, int layer, int parity) {
        return band.is_inside(layer, parity) ? 0 : 1;
    }
    __device__ int step_of_layer(const Band& band, int layer) const {
        const int first = first_layer(on.level, coarse, layer);
        return ((first >= band.begin + 2) & (end_of(layer) < band.end - 1)) ? 0 : 2;
    }
};

/// Adds the coarser level's correction, then does a sweep on the result.
struct Ascent {
    Equation on;
    const Level& coarse;
    Value relaxation;
    const Value* e;

    __device__ void run(const Band& band, int step) const {
        for (int i = band.begin; i < band.end + 2; ++i) {
            if ((step == 0) & band.has(i)) on.prolong_from(coarse, i, e);
            for (int parity = 0; parity < 2; ++parity) {
                const int layer = i - 1 - parity;
                if (band.has(layer) & (step_of_sweep(band, layer, parity) == step))
                    on.relax(layer, parity, relaxation);
            }
        }
    }

private:
    __device__ static int step_of_sweep(const Band& band, int layer, int parity) {
        return band.is_inside(layer, 1 + parity) ? 0 : 1 + parity;
    }
};

}  // namespace glint::poisson_solver
