// Applies each word function to x, y, and z. Result k of thread i is out[k * count + i].
#include "word_functions.cuh"

extern "C" __global__ void functions_of_1(unsigned count, const unsigned* x, const unsigned*,
                                          const unsigned*, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned a = x[i];
#define CALL(name) *out = name(a), out += count;
    out += i;
    WORD_FUNCTIONS_OF_1(CALL)
#undef CALL
}

extern "C" __global__ void functions_of_2(unsigned count, const unsigned* x, const unsigned* y,
                                          const unsigned*, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned a = x[i], b = y[i];
#define CALL(name) *out = name(a, b), out += count;
    out += i;
    WORD_FUNCTIONS_OF_2(CALL)
#undef CALL
}

extern "C" __global__ void functions_of_3(unsigned count, const unsigned* x, const unsigned* y,
                                          const unsigned* z, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned a = x[i], b = y[i], c = z[i];
#define CALL(name) *out = name(a, b, c), out += count;
    out += i;
    WORD_FUNCTIONS_OF_3(CALL)
#undef CALL
}

/// Writes two results per function: the value, and the predicates starting at the lowest bit.
extern "C" __global__ void choices(unsigned count, const unsigned* x, const unsigned* y,
                                   const unsigned*, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned a = x[i], b = y[i];
    bool low = false, high = false;
    out += i;
#define CALL(name) *out = name(a, b, &low), out[count] = low, out += 2 * count;
    WORD_CHOICES(CALL)
#undef CALL
#define CALL(name) *out = name(a, b, &high, &low), out[count] = low | high << 1, out += 2 * count;
    HALF_WORD_CHOICES(CALL)
#undef CALL
}
