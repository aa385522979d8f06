// Every thread combines its number with one result per operation.
#include <glint/atomic.cuh>

struct Joined {
    float least, greatest;
    double min_double, greatest_double;
    float product;
    unsigned updates;
};

extern "C" __global__ void join(unsigned count, const float* in, Joined* joined) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    glint::atomic_min(&joined->least, in[i]);
    glint::atomic_max(&joined->greatest, in[i]);
    glint::atomic_min(&joined->min_double, static_cast<double>(in[i]));
    glint::atomic_max(&joined->greatest_double, static_cast<double>(in[i]));
    if (i < 20) glint::atomic_multiply(&joined->product, i % 2 ? 2.0f : -1.0f);
    // Counts up to a limit, for which CUDA has no atomic function.
    glint::atomic_update(&joined->updates, [](unsigned old) { return old < 700 ? old + 1 : old; });
}

/// Every thread counts up to a limit in one of 13 elements of one or two bytes.
template <class T>
__device__ void count_in(unsigned thread, T* counts) {
    glint::atomic_update(counts + thread % 13,
                         [](T old) -> T { return old < 100 ? static_cast<T>(old + 1) : old; });
}
extern "C" __global__ void count_narrow(unsigned count, signed char* bytes, unsigned short* words) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    count_in(i, bytes);
    count_in(i, words);
}

/// Return values for a single thread.
extern "C" __global__ void old_values(float* value, float* old) {
    old[0] = glint::atomic_min(value, -2.0f);
    old[1] = glint::atomic_max(value, -3.0f);
    old[2] = glint::atomic_max(value, 4.0f);
    old[3] = glint::atomic_min(value, -0.0f);
    old[4] = glint::atomic_multiply(value, 3.0f);
    old[5] = *value;
}
