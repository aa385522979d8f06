// Arithmetic on CUDA's vector types, for kernels: #include <glint/vector.cuh>
#pragma once

namespace glint {

__device__ inline float3 xyz(float4 a) { return make_float3(a.x, a.y, a.z); }

__device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ inline float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ inline float length(float3 a) { return sqrtf(dot(a, a)); }

/// a + (b - a) * t
__device__ inline float lerp(float a, float b, float t) { return a + (b - a) * t; }

}  // namespace glint

__device__ inline float3 operator+(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__device__ inline float3 operator-(float3 a, float3 b) {
    return make_float3(a.x - b.x, a.y - b.y, a.z - b.z);
}
__device__ inline float3 operator*(float3 a, float s) {
    return make_float3(a.x * s, a.y * s, a.z * s);
}
__device__ inline float3 operator*(float s, float3 a) { return a * s; }
__device__ inline float3& operator+=(float3& a, float3 b) { return a = a + b; }
