// SPDX-License-Identifier: MIT
// Sums of forces over all sources. Each thread keeps some bodies in registers. A block handles a
// row of bodies and part of the sources, which it stages in shared memory. gather() adds results.
#pragma once

#include "layout.cuh"
#include "pair.cuh"

namespace nbody {

/// The sources of one block. `padded` is a multiple of every row length.
struct Part {
    int first, last;  ///< range of the sources; both are multiples of kGroup
    int padded;       ///< number of bodies, including those that pad the last row
};

__device__ inline Part part_of_block(int length, int padded) {
    const int first = static_cast<int>(blockIdx.y) * length;
    return {first, min(first + length, padded), padded};
}

/// Index of the first body of this thread. Its other bodies follow at intervals of kThreads.
template <int kCount>
__device__ int first_body() {
    return static_cast<int>(blockIdx.x * (kCount * kThreads) + threadIdx.x);
}

/// Index of the result for body i. The results of each part are contiguous, in order of the parts.
__device__ inline long long result_place(const Part& part, int i) {
    return static_cast<long long>(blockIdx.y) * part.padded + i;
}

__device__ inline float4 with_fourth(float3 v, float w) { return make_float4(v.x, v.y, v.z, w); }

/// Calls `each(source)` for all sources of the part, and `join()` after every kGroup sources. All
/// threads of the block must call this function together.
template <class Each, class Join>
__device__ void for_sources(const float4* sources, const Part& part, Each each, Join join) {
    __shared__ float4 staged[kThreads];
    for (int start = part.first; start < part.last; start += kThreads) {
        const int count = min(kThreads, part.last - start);
        __syncthreads();
        if (static_cast<int>(threadIdx.x) < count)
            staged[threadIdx.x] = sources[start + threadIdx.x];
        __syncthreads();
        for (int group = 0; group < count; group += kGroup) {
#pragma unroll 4
            for (int j = 0; j < kGroup; ++j) each(staged[group + j]);
            join();
        }
    }
}

/// Computes the accelerations of a row of bodies due to one part of the sources.
template <class Sum>
__device__ void sum_attractions(const float4* sources, const Part& part, float softening2,
                                float4* results) {
    float3 at[kBodies];
    Sum sums[kBodies];
    const int first = first_body<kBodies>();
#pragma unroll
    for (int k = 0; k < kBodies; ++k) at[k] = glint::xyz(sources[first + k * kThreads]);
    for_sources(
        sources, part,
        [&](float4 source) {
#pragma unroll
            for (int k = 0; k < kBodies; ++k) attract(at[k], source, softening2, sums[k].few);
        },
        [&] {
#pragma unroll
            for (int k = 0; k < kBodies; ++k) sums[k].close();
        });
#pragma unroll
    for (int k = 0; k < kBodies; ++k)
        results[result_place(part, first + k * kThreads)] = with_fourth(sums[k].result(), 0);
}

/// Computes accelerations and jerks of a row of bodies. `motions` has the sources' velocities.
template <class Sum>
__device__ void sum_with_jerks(const float4* sources, const float4* motions, const Part& part,
                               float softening2, float4* results, float4* jerk_results) {
    __shared__ float4 staged[kThreads], staged_motions[kThreads];
    float3 at[kJerkBodies], speed[kJerkBodies];
    Sum sums[kJerkBodies], jerks[kJerkBodies];
    const int first = first_body<kJerkBodies>();
#pragma unroll
    for (int k = 0; k < kJerkBodies; ++k) {
        at[k] = glint::xyz(sources[first + k * kThreads]);
        speed[k] = glint::xyz(motions[first + k * kThreads]);
    }
    for (int start = part.first; start < part.last; start += kThreads) {
        const int count = min(kThreads, part.last - start);
        __syncthreads();
        if (static_cast<int>(threadIdx.x) < count) {
            staged[threadIdx.x] = sources[start + threadIdx.x];
            staged_motions[threadIdx.x] = motions[start + threadIdx.x];
        }
        __syncthreads();
        for (int group = 0; group < count; group += kGroup) {
#pragma unroll 4
            for (int j = group; j < group + kGroup; ++j)
#pragma unroll
                for (int k = 0; k < kJerkBodies; ++k)
                    attract_with_jerk(at[k], speed[k], staged[j], staged_motions[j], softening2,
                                      sums[k].few, jerks[k].few);
#pragma unroll
            for (int k = 0; k < kJerkBodies; ++k) sums[k].close(), jerks[k].close();
        }
    }
#pragma unroll
    for (int k = 0; k < kJerkBodies; ++k) {
        const long long place = result_place(part, first + k * kThreads);
        results[place] = with_fourth(sums[k].result(), 0);
        jerk_results[place] = with_fourth(jerks[k].result(), 0);
    }
}

/// For each body of a row, computes its potential, and counts the sources at exactly its position,
/// including the body itself. These sources do not contribute to the potential.
__device__ inline void sum_potentials(const float4* sources, const Part& part, float softening2,
                                      float4* results) {
    float3 at[kBodies];
    float potential[kBodies], few[kBodies], here[kBodies];
    const int first = first_body<kBodies>();
#pragma unroll
    for (int k = 0; k < kBodies; ++k) {
        at[k] = glint::xyz(sources[first + k * kThreads]);
        potential[k] = few[k] = here[k] = 0;
    }
    for_sources(
        sources, part,
        [&](float4 source) {
#pragma unroll
            for (int k = 0; k < kBodies; ++k) {
                const float apart2 = square_of(away_from(at[k], source), 0);
                const float term = source.w * inverse_root(apart2 + softening2);
                few[k] += apart2 > 0 ? term : 0;
                here[k] += apart2 > 0 ? 0 : 1;
            }
        },
        [&] {
#pragma unroll
            for (int k = 0; k < kBodies; ++k) {
                potential[k] -= few[k];
                few[k] = 0;
            }
        });
#pragma unroll
    for (int k = 0; k < kBodies; ++k)
        results[result_place(part, first + k * kThreads)] =
            make_float4(potential[k], here[k], 0, 0);
}

}  // namespace nbody
