// Tests of half.cuh with both 16-bit types.
#include <glint/block_radix_sort.cuh>
#include <glint/half.cuh>

/// Round trips of single numbers, pairs, and fours: 12 floats for each 4. Then dot products of four
/// and of eight numbers with themselves.
template <class H>
__global__ void converted(unsigned count, const float4* in, float4* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float4 v = in[i];
    float4* const to = out + 4 * i;
    to[0] = make_float4(glint::widen(glint::narrow<H>(v.x)), glint::widen(glint::narrow<H>(v.y)),
                        glint::widen(glint::narrow<H>(v.z)), glint::widen(glint::narrow<H>(v.w)));
    const float2 low = glint::widen(glint::narrow<H>(make_float2(v.x, v.y)));
    const float2 high = glint::widen(glint::narrow<H>(make_float2(v.z, v.w)));
    to[1] = make_float4(low.x, low.y, high.x, high.y);
    const glint::Narrow4<H> four = glint::narrow<H>(v);
    to[2] = glint::widen(four);
    const glint::Narrow8<H> eight = {four, four};
    static_assert(sizeof(four) == 8 && alignof(glint::Narrow4<H>) == 8, "one access");
    static_assert(sizeof(eight) == 16 && alignof(glint::Narrow8<H>) == 16, "one access");
    to[3] = make_float4(glint::dot(four, four), glint::dot(eight, eight),
                        glint::dot(four.low, four.high), 0);
}

/// The bits of each number's successor, in the direction of a second number.
template <class H>
__global__ void followed(unsigned count, const ushort2* in, unsigned short* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    H from, towards;
    memcpy(&from, &in[i].x, sizeof(H));
    memcpy(&towards, &in[i].y, sizeof(H));
    const H next = glint::next_after(from, towards);
    memcpy(&out[i], &next, sizeof(H));
}

/// Sorts 128 keys.
template <class H>
__global__ void sorted(const float* in, float* out) {
    using Sort = glint::BlockRadixSort<H, 64, 2>;
    __shared__ typename Sort::Storage storage;
    H keys[2] = {H(in[2 * threadIdx.x]), H(in[2 * threadIdx.x + 1])};
    Sort(storage).sort(keys);
    for (int k = 0; k < 2; ++k) out[2 * threadIdx.x + k] = glint::widen(keys[k]);
}
