// The kernels of the PyCUDA script's SourceModule.
__constant__ float coefficients[4];
__device__ unsigned int beyond;  // number of clamped values

extern "C" __global__ void polynomial(int n, float limit, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float value = 0;
    for (int k = 3; k >= 0; --k) value = value * x[i] + coefficients[k];
    if (value > limit) {
        value = limit;
        atomicAdd(&beyond, 1u);
    }
    y[i] = value;
}
