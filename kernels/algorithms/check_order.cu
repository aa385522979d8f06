// Whether numbers are in order.
#include <algorithms/sort_buffers.cuh>

/// Sets `unordered` if a key of a line comes before the one in front of it. Any number of threads.
extern "C" __global__ void __launch_bounds__(256)
    check_order(glint::SortDigits digits, const glint::sorting::Key* keys,
                unsigned long long length, unsigned long long size, unsigned int* unordered) {
    const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
    bool found = false;
    for (unsigned long long i =
             static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
         i + 1 < size; i += stride)
        found |= digits.rank(keys[i + 1]) < digits.rank(keys[i]) && (i + 1) % length != 0;
    if (found) *unordered = 1;
}
