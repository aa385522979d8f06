// Kernels and variables with all kinds of names.

__device__ float gain = 1.5f;
__constant__ int table[3] = {2, 3, 5};

namespace tuning {
__device__ int level = 4;
}

extern "C" __global__ void plain(int* out) { *out = 1; }

namespace physics {

__global__ void step(int* out) { *out = 2; }

namespace inner {
__global__ void step(int* out) { *out = 3; }
}  // namespace inner

}  // namespace physics

template <class T, int kFactor>
__global__ void scale(T* value) {
    *value *= kFactor;
}

extern "C" __global__ void use_variables(float* out) {
    out[0] = gain * tuning::level;
    out[1] = table[0] + table[1] + table[2];
    tuning::level += 1;
}
