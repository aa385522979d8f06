// SPDX-License-Identifier: MIT
// half and bfloat16: conversions to and from float, packs for one memory access, and sort keys.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <glint/radix_key.cuh>
#include <glint/vector.cuh>

namespace glint {

namespace detail {

template <class H>
struct NarrowTraits;
template <>
struct NarrowTraits<__half> {
    using Pair = __half2;
};
template <>
struct NarrowTraits<__nv_bfloat16> {
    using Pair = __nv_bfloat162;
};

}  // namespace detail

/// half2 for half, bfloat162 for bfloat16.
template <class H>
using NarrowPair = typename detail::NarrowTraits<H>::Pair;

/// Four 16-bit numbers, which are loaded or stored in one access of 8 bytes.
template <class H>
struct alignas(8) Narrow4 {
    NarrowPair<H> low, high;
};
/// Eight 16-bit numbers, which are loaded or stored in one access of 16 bytes.
template <class H>
struct alignas(16) Narrow8 {
    Narrow4<H> low, high;
};
using half4 = Narrow4<__half>;
using half8 = Narrow8<__half>;
using bfloat16_4 = Narrow4<__nv_bfloat16>;
using bfloat16_8 = Narrow8<__nv_bfloat16>;

__device__ inline float widen(__half x) { return __half2float(x); }
__device__ inline float widen(__nv_bfloat16 x) { return __bfloat162float(x); }
__device__ inline float2 widen(__half2 v) { return __half22float2(v); }
__device__ inline float2 widen(__nv_bfloat162 v) { return __bfloat1622float2(v); }
template <class H>
__device__ inline float4 widen(Narrow4<H> v) {
    const float2 low = widen(v.low), high = widen(v.high);
    return make_float4(low.x, low.y, high.x, high.y);
}

/// Rounds to a 16-bit type, as in narrow<half>(x), to the nearest number, with ties to even.
template <class H>
__device__ inline H narrow(float x) {
    return H(x);
}
template <class H>
__device__ inline NarrowPair<H> narrow(float2 v) {
    NarrowPair<H> pair;
    pair.x = H(v.x);
    pair.y = H(v.y);
    return pair;
}
template <class H>
__device__ inline Narrow4<H> narrow(float4 v) {
    return {narrow<H>(make_float2(v.x, v.y)), narrow<H>(make_float2(v.z, v.w))};
}

/// The next representable number after x toward `towards`, like C's nextafter. Returns x if both
/// are equal, and NaN if either is NaN. From 0, returns the smallest number in that direction.
template <class H>
__device__ inline H next_after(H x, H towards) {
    const float from = widen(x), to = widen(towards);
    if (from != from || to != to) return H(from + to);
    if (from == to) return towards;
    unsigned short bits;
    memcpy(&bits, &x, sizeof(bits));
    if (from == 0.0f)
        bits = to > 0.0f ? 0x0001 : 0x8001;
    else
        bits += (from < to) == (from > 0.0f) ? 1 : -1;
    memcpy(&x, &bits, sizeof(bits));
    return x;
}

// Products of two 16-bit numbers are exact in float. Sums are accumulated in float.

__device__ inline float dot(__half2 a, __half2 b) { return dot(widen(a), widen(b)); }
__device__ inline float dot(__nv_bfloat162 a, __nv_bfloat162 b) { return dot(widen(a), widen(b)); }
template <class H>
__device__ inline float dot(Narrow4<H> a, Narrow4<H> b) {
    return dot(widen(a), widen(b));
}
template <class H>
__device__ inline float dot(Narrow8<H> a, Narrow8<H> b) {
    return dot(a.low, b.low) + dot(a.high, b.high);
}

template <>
struct RadixKey<__half> : detail::FloatKey<__half, unsigned short> {};
template <>
struct RadixKey<__nv_bfloat16> : detail::FloatKey<__nv_bfloat16, unsigned short> {};

}  // namespace glint
