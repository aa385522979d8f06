// CUDA's vector types, in memory and passed by value.

extern "C" __global__ void set_triples(float3* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = make_float3(i, 0.5f * i, -i);
}

extern "C" __global__ void add_vectors(double2 a, float4 b, uchar3 c, double* to) {
    to[0] = a.x + b.x + c.x;
    to[1] = a.y + b.y + c.y;
    to[2] = b.z + c.z;
    to[3] = b.w;
}

extern "C" __global__ void multiply(const float* a, const float* b, float* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = a[i] * b[i];
}
