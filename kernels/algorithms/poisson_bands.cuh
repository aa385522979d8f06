// SPDX-License-Identifier: MIT
// Bands of a level for CPUs: consecutive layers, of which a block does all that a V-cycle
// does before or behind a coarser level while they are in a cache. Layers are rows, or planes in
// space.
//
// A band's own cells are all that a block writes. What at its ends needs the neighbours' cells of
// this cycle waits for a later launch: so there are three steps, one launch each, and all of
// them in one launch where a band is the whole level. Conditions of what has barriers are without
// branches, so that they are seen to be the same for all threads.
#pragma once

#include <algorithms/poisson_rows.cuh>

namespace glint::poisson {

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

/// A level's equation.
struct Equation {
    const Level& level;
    const Value* f;
    Value mean;
    Value* p;

    /// Half a sweep of a layer.
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
    /// A layer of the next coarser level: its right side, and a correction of 0.
    __device__ void restrict_to(const Level& coarse, int layer, Value* coarse_f, Value* coarse_p,
                                Value* sums) const {
        each_row(coarse, layer, [&](Cell row) {
            restrict_row(level, coarse, row, f, mean, p, sums, coarse_f, coarse_p);
        });
    }
    /// Adds the correction of that level to a layer.
    __device__ void prolong_from(const Level& coarse, int layer, const Value* e) const {
        each_row(level, layer, [&](Cell row) { prolong_row(level, coarse, row, e, p); });
        __syncwarp();
    }
};

/// The first layer that is part of a coarser one, or the end of all.
__device__ inline int first_layer(const Level& fine, const Level& coarse, int layer) {
    const int first = layer << layers_of(fine).halves;
    return layer < layers_of(coarse).cells ? first : layers_of(fine).cells;
}

/// The layers of a block, from an even one on.
struct Band {
    int begin, end;

    __device__ Band(const Level& level, int layers)
        : begin(static_cast<int>(blockIdx.x) * layers),
          end(min(begin + layers, layers_of(level).cells)) {}

    __device__ bool has(int layer) const { return is_inside(layer, 0); }
    /// Whether so many layers of the band are on both sides.
    __device__ bool is_inside(int layer, int far) const {
        return (layer >= begin + far) & (layer < end - far);
    }
};

/// Of the next coarser level, the layers that begin in a band.
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

/// A sweep and then the right side of the next coarser level.
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
    /// How many coarse layers, and the fine one behind them, are in the fine ones up to one.
    __device__ int coarse_layers_before(int layer) const {
        return layer >= layers_of(on.level).cells ? layers_of(coarse).cells
                                                  : layer >> layers_of(on.level).halves;
    }
    /// The fine layer behind those of a coarse one.
    __device__ int end_of(int layer) const { return first_layer(on.level, coarse, layer + 1); }
    __device__ static int step_of_sweep(const Band& band, int layer, int parity) {
        return band.is_inside(layer, parity) ? 0 : 1;
    }
    __device__ int step_of_layer(const Band& band, int layer) const {
        const int first = first_layer(on.level, coarse, layer);
        return ((first >= band.begin + 2) & (end_of(layer) < band.end - 1)) ? 0 : 2;
    }
};

/// The coarser level's correction and then a sweep.
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

}  // namespace glint::poisson
