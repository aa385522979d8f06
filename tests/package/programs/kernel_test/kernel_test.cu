// A three-point stencil and a sum per block.
#include <glint/block.cuh>

struct Params {
    float weight = 0.25f;  //@ 0..1 "Weight": of each neighbour
};

extern "C" __global__ void smooth(unsigned int n, Params params, const float* from, float* to) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float left = from[i == 0 ? 0 : i - 1], right = from[i + 1 == n ? i : i + 1];
    to[i] = (1 - 2 * params.weight) * from[i] + params.weight * (left + right);
}

template <class T>
__global__ void sums(unsigned int n, const T* values, T* result) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    using Reduce = glint::BlockReduce<T, 128>;
    __shared__ typename Reduce::Storage storage;
    const T total = Reduce(storage).sum(i < n ? values[i] : T(0));
    if (threadIdx.x == 0) result[blockIdx.x] = total;
}

extern "C" __global__ void careless(unsigned int n, float* values) { values[n + 20000] = 1; }
