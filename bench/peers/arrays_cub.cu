// SPDX-License-Identifier: MIT
// Measures CUB and cuRAND for the work of bench/arrays. Prints a line "name<TAB>milliseconds" per
// operation: the median of 21 runs, measured with device events.
//
// Usage: arrays_cub [LOG2_OF_COUNT]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <curand.h>

namespace {

constexpr int kRepeats = 21;

void check(cudaError_t result) {
    if (result == cudaSuccess) return;
    std::fprintf(stderr, "arrays_cub: %s\n", cudaGetErrorString(result));
    std::exit(1);
}

template <class T>
T* allocate(std::size_t count) {
    T* memory = nullptr;
    check(cudaMalloc(&memory, count * sizeof(T)));
    return memory;
}

template <class Work>
void measure(const char* name, const Work& work) {
    cudaEvent_t start, end;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&end));
    std::vector<float> times;
    for (int i = 0; i < kRepeats + 3; ++i) {
        check(cudaEventRecord(start));
        work();
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start, end));
        if (i >= 3) times.push_back(ms);
    }
    std::nth_element(times.begin(), times.begin() + kRepeats / 2, times.end());
    std::printf("%s\t%.6f\n", name, times[kRepeats / 2]);
}

// CUB functions are called twice: the first call returns the required memory size.
template <class Call>
void measure_cub(const char* name, const Call& call) {
    std::size_t bytes = 0;
    check(call(nullptr, bytes));
    void* temporary = allocate<char>(bytes);
    measure(name, [&] { check(call(temporary, bytes)); });
    check(cudaFree(temporary));
}

template <class T>
void measure_scan(const char* name, T* from, T* to, std::size_t count) {
    measure_cub(name, [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(temporary, bytes, from, to, count);
    });
}

__global__ void fill_steps(long long* offsets, long long count, long long step) {
    const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
    if (i < count) offsets[i] = i * step;
}

void measure_segments(const float* from, float* to, std::size_t count, std::size_t length,
                      const char* name) {
    const std::size_t segments = count / length;
    long long* offsets = allocate<long long>(segments + 1);
    fill_steps<<<static_cast<unsigned>(segments / 256 + 1), 256>>>(offsets, segments + 1, length);
    measure_cub(name, [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Sum(temporary, bytes, from, to, segments, offsets,
                                               offsets + 1);
    });
    check(cudaFree(offsets));
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t count = std::size_t(1) << (argc > 1 ? std::atoi(argv[1]) : 28);
    float *x = allocate<float>(count), *y = allocate<float>(count);
    auto *keys = reinterpret_cast<unsigned*>(x), *sorted = reinterpret_cast<unsigned*>(y);
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    measure("uniform floats", [&] { curandGenerateUniform(generator, x, count); });
    measure("normal floats", [&] { curandGenerateNormal(generator, x, count, 0, 1); });
    curandGenerateUniform(generator, x, count);
    measure_cub("sum of floats", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceReduce::Sum(temporary, bytes, x, y, count);
    });
    measure_segments(x, y, count, 1 << 10, "segmented sum, 1 k each");
    measure_segments(x, y, count, 1 << 15, "segmented sum, 32 k each");
    measure_segments(x, y, count, 1 << 20, "segmented sum, 1 M each");
    measure_scan("scan of floats", x, y, count);
    measure_scan("scan of int32", reinterpret_cast<int*>(x), reinterpret_cast<int*>(y), count);
    measure_scan("scan of halves", reinterpret_cast<__half*>(x), reinterpret_cast<__half*>(y),
                 count);
    measure_scan("scan of int8", reinterpret_cast<signed char*>(x),
                 reinterpret_cast<signed char*>(y), count);
    curandGenerate(generator, keys, count);
    measure_cub("sort of uint32 keys", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, sorted, count);
    });
    unsigned *from = allocate<unsigned>(count), *to = allocate<unsigned>(count);
    measure_cub("sort of uint32 pairs", [&](void* temporary, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, sorted, from, to, count);
    });
    return 0;
}
