// SPDX-License-Identifier: MIT
// Kernels that only copy the populations of a wind tunnel. Their time is a lower bound of a step.

namespace {

template <int kDirections, class T>
__device__ void copy(int count, const T* from, const unsigned char* kind, T* to) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    const T zero{};
    const bool is_open = kind[i] == 0;
#pragma unroll
    for (int d = 0; d < kDirections; ++d) {
        const T f = from[d * static_cast<size_t>(count) + i];
        to[d * static_cast<size_t>(count) + i] = is_open ? f : zero;
    }
}

}  // namespace

extern "C" __global__ void copy_9(int cells, const float* from, const unsigned char* kind,
                                  float* to) {
    copy<9>(cells, from, kind, to);
}

extern "C" __global__ void copy_19(int cells, const float* from, const unsigned char* kind,
                                   float* to) {
    copy<19>(cells, from, kind, to);
}

/// Copies the populations of pairs of cells. Each word holds two halves.
extern "C" __global__ void copy_19_halves(int pairs, const unsigned* from,
                                          const unsigned char* kind, unsigned* to) {
    copy<19>(pairs, from, kind, to);
}
