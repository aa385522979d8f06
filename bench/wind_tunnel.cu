// What the wind tunnel cannot be faster than: its populations read and written, and nothing else.

extern "C" __global__ void copy_populations(int cells, const float* from, const unsigned char* kind,
                                            float* to) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= cells) return;
    const float scale = kind[i] ? 0.0f : 1.0f;
#pragma unroll
    for (int d = 0; d < 9; ++d) to[d * cells + i] = scale * from[d * cells + i];
}
