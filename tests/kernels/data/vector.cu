// All operations of vector.cuh on pairs of vectors; the results of a thread are contiguous.
#include <glint/vector.cuh>

template <class V>
__global__ void arithmetic(unsigned count, const V* in, V* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const V a = in[2 * i], b = in[2 * i + 1];
    const glint::Scalar<V> s = b.x;
    V* const to = out + 20 * i;
    to[0] = a + b;
    to[1] = a - b;
    to[2] = a * b;
    to[3] = a / b;
    to[4] = -a;
    to[5] = a + s;
    to[6] = s - a;
    to[7] = a * 3;
    to[8] = 100 / b;
    for (int k = 9; k < 17; ++k) to[k] = a;
    to[9] += b;
    to[10] -= b;
    to[11] *= b;
    to[12] /= b;
    to[13] += s;
    to[14] -= s;
    to[15] *= s;
    to[16] /= s;
    to[17] = glint::min(a, b);
    to[18] = glint::max(a, b);
    to[19] = glint::clamp(a, 2, 5);
}

/// For floating-point types: six vectors, then three scalars, each as a vector of equal components.
template <class V>
__global__ void geometry(unsigned count, const V* in, V* out) {
    using S = glint::Scalar<V>;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const V a = in[2 * i], b = in[2 * i + 1];
    V* const to = out + 9 * i;
    to[0] = glint::normalize(a);
    to[1] = glint::reflect(a, glint::normalize(b));
    to[2] = glint::lerp(a, b, S(0.25));
    to[3] = glint::smoothstep(S(-4), S(4), a);
    to[4] = glint::floor(a) + glint::fract(a) - a;
    to[5] = glint::abs(a);
    to[6] = glint::splat<V>(glint::dot(a, b));
    to[7] = glint::splat<V>(glint::length(a) + glint::distance(a, b));
    to[8] = glint::splat<V>(glint::least(a) + 10 * glint::greatest(a));
}

extern "C" __global__ void shapes(float* out) {
    const float3 x = make_float3(1, 0, 0), y = make_float3(0, 1, 0);
    const float3 z = glint::cross(x, y);
    out[0] = z.x + 10 * z.y + 100 * z.z;
    const float4 v = glint::extend(glint::extend(make_float2(1, 2), 3.0f), 4.0f);
    out[1] = glint::sum(v) + 100 * glint::xyz(v).z + 1000 * glint::xy(v).y;
    const int3 whole = glint::vector_cast<int3>(make_float3(1.9f, -1.9f, 7.0f));
    out[2] = static_cast<float>(whole.x + 10 * whole.y + 100 * whole.z);
    out[3] = (x == x) + 2 * (x == y) + 4 * (x != y) + 8 * (x != x);
    const float3 none = glint::normalize(make_float3(0, 0, 0), y);
    out[4] = none.x + 10 * none.y + 100 * none.z;
    const float3 down = glint::normalize(make_float3(1, -1, 0));
    const float3 bent = glint::refract(down, y, 0.5f);  // halves the sine of the angle
    out[5] = bent.x / down.x;
    const float3 caught = glint::refract(down, y, 2.0f);
    out[6] = glint::length(caught);
    out[7] = glint::project(make_float3(3, 4, 0), make_float3(2, 0, 0)).x;
}
