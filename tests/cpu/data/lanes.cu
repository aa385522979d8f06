// Kernels that the tests run as lanes: indices, memory, barriers, atomics, and calls.
#include <cstdio>
#include <cuda_runtime.h>

#include "lanes_bodies.cuh"

using bodies::mix;

__device__ unsigned linear_index() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/// Linear index of this thread in the grid.
__device__ unsigned thread_number() {
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    return block * blockDim.x * blockDim.y * blockDim.z + linear_index();
}

extern "C" __global__ void where_am_i(unsigned* out) {
    out[thread_number()] = threadIdx.x + 2000 * threadIdx.y + 4000000 * threadIdx.z +
                           100000000 * (blockIdx.x + gridDim.x * blockIdx.y);
}

// --- loads and stores ---

extern "C" __global__ void strides(int count, const int* in, int* out) {
    const int i = thread_number();
    if (i >= count) return;
    const int reversed = in[count - 1 - i], strided = in[3 * i], gathered = in[mix(i) % count];
    const int left = i > 0 ? in[i - 1] : -1, right = i + 1 < count ? in[i + 1] : -2;
    out[i] = reversed + 3 * strided + 5 * gathered + 7 * left + 11 * right + 13 * in[5];
}

extern "C" __global__ void small_elements(int count, const unsigned char* bytes,
                                          const short* shorts, const double* doubles,
                                          signed char* small, long long* large) {
    const int i = thread_number();
    if (i >= count) return;
    small[count - 1 - i] = static_cast<signed char>(bytes[i] + shorts[2 * i]);
    large[2 * i] = static_cast<long long>(doubles[i]) << 33;
}

struct Cell {
    float3 place;
    unsigned char kind;
    double weight;
};
extern "C" __global__ void array_of_structs(int count, Cell* cells) {
    const int i = thread_number();
    if (i >= count) return;
    const Cell next = cells[(i + 1) % count];
    __syncthreads();
    if (next.kind % 2) cells[i].place.y += next.place.x;
    cells[i].weight = next.weight + next.kind;
}

extern "C" __global__ void last_writer(unsigned* out) {
    const unsigned i = linear_index();
    out[0] = i;
    if (i % 3 == 1) out[1] = i;
    out[2 + i / 8] = i;
    out[200 + mix(i) % 10] = i;
}

struct Parameters {
    int weights[6];
    double scale;
    unsigned char tags[5];
};
extern "C" __global__ void by_value(Parameters parameters, Parameters changed, double* out) {
    const unsigned i = thread_number();
    changed.weights[i % 6] += i;
    out[i] = parameters.scale * parameters.weights[mix(i) % 6] + parameters.tags[i % 5] +
             100 * changed.weights[(i + i % 2) % 6];
}

// --- barriers ---

extern "C" __global__ void rotate_through_shared(unsigned* out) {
    extern __shared__ unsigned values[];
    const unsigned threads = blockDim.x * blockDim.y * blockDim.z, i = linear_index();
    values[i] = mix(thread_number());
    __syncthreads();
    const unsigned own = values[i], next = values[(i + 1) % threads];
    __syncthreads();
    values[threads - 1 - i] = own + 3 * next;
    __syncthreads();
    out[thread_number()] = values[i];
}

/// A tree reduction that also handles odd numbers of values.
extern "C" __global__ void tree_sum(unsigned* out) {
    extern __shared__ unsigned values[];
    const unsigned i = linear_index();
    values[i] = mix(thread_number());
    __syncthreads();
    for (unsigned left = blockDim.x * blockDim.y * blockDim.z; left > 1; left = (left + 1) / 2) {
        const unsigned half = (left + 1) / 2;
        if (i + half < left) values[i] += values[i + half];
        __syncthreads();
    }
    if (i == 0) out[blockIdx.x] = values[0];
}

/// Threads beyond `count` store a value, then exit before the barriers.
extern "C" __global__ void barrier_after_return(unsigned count, unsigned* out) {
    __shared__ unsigned values[1024];
    const unsigned i = linear_index();
    values[i] = 1000 + i;
    if (i >= count) {
        out[i] = 5;
        return;
    }
    __syncthreads();
    const unsigned own = values[(i + 1) % (blockDim.x * blockDim.y * blockDim.z)];
    if (own % 7 == 0) {
        out[i] = 6;
        return;
    }
    __syncthreads();
    values[i] = own;
    __syncthreads();
    out[i] = values[i] + values[0];
}

/// Loops until no thread has work left; the slowest thread determines the number of rounds.
extern "C" __global__ void count_in_loop(unsigned* out) {
    const unsigned i = linear_index();
    unsigned left = mix(i) % 20, sum = 0, rounds = 0;
    while (true) {
        const unsigned busy = __syncthreads_count(left > 0);
        if (busy == 0) break;
        sum += busy;
        if (left > 0) --left;
        ++rounds;
    }
    out[i] = sum + 1000000 * rounds + 100000000 * __syncthreads_or(i == 3) +
             200000000 * __syncthreads_and(i < 5000);
}

/// Values computed by thread 0 control the whole block.
extern "C" __global__ void block_uniform(unsigned* out) {
    __shared__ unsigned rounds;
    const unsigned i = linear_index();
    if (i == 0) rounds = 3 + blockIdx.x;
    __syncthreads();
    const unsigned count = rounds, squared = blockIdx.x * blockIdx.x;
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = 0; k < gridDim.x + 2; ++k) {
        __shared__ unsigned offset;
        if (i == k % blockDim.x) offset = k * k;
        __syncthreads();
        sum += offset + (i & k);
        __syncthreads();
    }
    out[thread_number()] = sum + 1000 * count + 100000 * squared;
}

extern "C" __global__ void divided_rows(unsigned by, unsigned* out) {
    out[thread_number()] = bodies::divided_rows(thread_number(), by);
}

/// No memory is read after these atomics; `nowhere` is never written.
extern "C" __global__ void atomics_in_the_end(unsigned count, unsigned* sum, unsigned* rest,
                                              int* most, float* real, unsigned* nowhere) {
    const unsigned i = thread_number();
    if (i >= count) return;
    atomicSub(rest, i % 5);
    if (i % 3 == 0) atomicMax(most, static_cast<int>(mix(i) % 1000));
    atomicAdd(real, 0.25f * (i % 8));
    if (count == 0) atomicAdd(nowhere, 1u);
    atomicAdd(sum, i);
}

/// Each thread reads the sum after it has added to it.
extern "C" __global__ void atomics_that_are_seen(unsigned* sum, unsigned* seen) {
    atomicAdd(sum, 1u);
    seen[thread_number()] = *reinterpret_cast<volatile unsigned*>(sum);
}

/// In blocks with an odd index, only the first `staying` threads run a loop with barriers. All
/// other threads have invalid pointers to the memory accessed in the loop.
extern "C" __global__ void barriers_for_some(unsigned staying, const unsigned* rounds,
                                             unsigned* last, unsigned* out) {
    __shared__ unsigned round;
    const unsigned i = linear_index();
    const bool is_odd = blockIdx.x % 2 == 1;
    const unsigned* most = is_odd ? rounds : nullptr;
    unsigned* mine = i < staying ? last + 32 * blockIdx.x + i / 32 : nullptr;
    out[thread_number()] = 7;
    if (i >= staying) return;
    if (is_odd) {
        if (i == 0) round = 0;
        __syncthreads();
        while (round < *most) {
            for (unsigned k = 0; k < *most; k += 2) *mine = 10 * round + i / 32;
            __syncthreads();
            if (i == 0) ++round;
            __syncthreads();
        }
        out[thread_number()] = 100 + round;
    }
}

/// Each thread's array keeps its values across barriers.
extern "C" __global__ void arrays_across_barriers(unsigned* out) {
    extern __shared__ unsigned values[];
    const unsigned i = linear_index(), threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned own[6];
    for (unsigned k = 0; k < 6; ++k) own[k] = i * k;
    for (unsigned round = 0; round < 4; ++round) {
        values[i] = own[(i + round) % 6];
        __syncthreads();
        own[round] += values[(i + 1) % threads];
        __syncthreads();
    }
    for (unsigned k = 0; k < 6; ++k) out[6 * i + k] = own[k];
}

/// A loop that all threads leave together, once no thread has set a shared flag.
extern "C" __global__ void until_nothing_changes(unsigned* out) {
    __shared__ unsigned changed;
    const unsigned i = linear_index();
    unsigned own = i, rounds = 0;
    do {
        __syncthreads();
        if (i == 0) changed = 0;
        __syncthreads();
        if (own > 3) {
            own /= 2;
            changed = 1;
        }
        ++rounds;
        __syncthreads();
    } while (changed);
    out[i] = own + 100 * rounds;
}

// --- atomics ---

extern "C" __global__ void global_atomics(unsigned* bins, int* extremes, float* sum) {
    const unsigned i = thread_number(), value = mix(i);
    atomicAdd(&bins[value % 7], 1u);
    if (i % 3 == 0) atomicAdd(&bins[8], i);
    atomicMin(&extremes[0], static_cast<int>(value % 100000) - 50000);
    atomicMax(&extremes[1], static_cast<int>(value % 100000) - 50000);
    atomicXor(&bins[9], value);
    atomicAdd(sum, 0.5f);
}

/// Each thread takes a ticket; no ticket is taken twice or left out.
extern "C" __global__ void tickets(unsigned* next, unsigned* taken, unsigned* wrapped) {
    const unsigned i = thread_number();
    const unsigned mine = i % 5 == 2 ? 1000000 : atomicAdd(next, 1);
    if (mine < 1000000) atomicAdd(&taken[mine], 1);
    atomicAdd(&taken[2048 + atomicInc(wrapped, 6)], 1);
}

extern "C" __global__ void shared_atomics(unsigned* out) {
    __shared__ unsigned bins[16], order;
    const unsigned i = linear_index();
    if (i < 16) bins[i] = 0;
    if (i == 0) order = 0;
    __syncthreads();
    atomicAdd(&bins[mix(thread_number()) % 16], 1 + i % 2);
    const unsigned place = atomicAdd(&order, 1);
    __syncthreads();
    atomicAdd(&out[16 + place], 1);
    if (i < 16) atomicAdd(&out[i], bins[i]);
}

/// The usual atomicCAS loop, for an operation that has no atomic function.
extern "C" __global__ void product_by_cas(unsigned* product) {
    const unsigned factor = 2 * mix(thread_number()) + 1;
    unsigned seen = *product, expected;
    do {
        expected = seen;
        seen = atomicCAS(product, expected, expected * factor);
    } while (seen != expected);
}

extern "C" __global__ void doubles_by_cas(unsigned long long* sum) {
    const double value = 0.25 * (thread_number() % 16);
    unsigned long long seen = *sum, expected;
    do {
        expected = seen;
        const double next = __longlong_as_double(static_cast<long long>(expected)) + value;
        seen =
            atomicCAS(sum, expected, static_cast<unsigned long long>(__double_as_longlong(next)));
    } while (seen != expected);
}

// --- calls ---

extern "C" __global__ void maths(int count, const float* x, float* out) {
    const int i = thread_number();
    if (i >= count) return;
    float result = sinf(x[i]) + 2 * expf(-x[i]) + 3 * sqrtf(x[i]) + fmaxf(x[i], 1.0f);
    if (i % 3 == 0) result += tgammaf(x[i]);
    if (i % 3 == 1) result += powf(x[i], 1.5f);
    for (int k = 0; k < i % 4; ++k) result += logf(1 + x[i] + k);
    out[i] =
        result + static_cast<float>(cos(static_cast<double>(x[i]))) + floorf(x[i]) + fabsf(-x[i]);
}

extern "C" __global__ void say() {
    if (threadIdx.x % 4 == 1)
        printf("thread %d of %u, %.2f\n", threadIdx.x, blockDim.x, 0.5 * threadIdx.x);
}

typedef unsigned (*Function)(unsigned);
__device__ unsigned twice(unsigned x) { return 2 * x; }
__device__ unsigned square(unsigned x) { return x * x; }
__device__ unsigned halve(unsigned x) { return x / 2; }
__device__ Function functions[3] = {twice, square, halve};
extern "C" __global__ void by_table(unsigned* out) {
    const unsigned i = thread_number();
    out[i] = i;
    if (mix(i) % 5 != 0) out[i] += functions[i % 3](i);
}

// --- kernels that cannot run as lanes ---

extern "C" __global__ void diverging_barrier(unsigned* out) {
    __shared__ unsigned value;
    if (threadIdx.x < 16) {
        if (threadIdx.x == 0) value = 7;
        __syncthreads();
        out[threadIdx.x] = value;
    } else {
        __syncthreads();
        out[threadIdx.x] = value + 1;
    }
}

__device__ int lock_word = 0;
extern "C" __global__ void lock_by_exchange(unsigned* count) {
    bool done = false;
    while (!done)
        if (atomicExch(&lock_word, 1) == 0) {
            *count = *count + 1;
            __threadfence();
            atomicExch(&lock_word, 0);
            done = true;
        }
}

extern "C" __global__ void lock_by_cas(unsigned* count) {
    while (atomicCAS(&lock_word, 0, 1) != 0) {}
    *count = *count + 1;
    __threadfence();
    atomicExch(&lock_word, 0);
}

/// Each thread waits for the previous thread.
extern "C" __global__ void wait_in_turn(unsigned* turn) {
    volatile unsigned* seen = turn;
    while (*seen < threadIdx.x) {}
    *seen = threadIdx.x + 1;
}
/// The same with atomic operations that do not change what they read.
extern "C" __global__ void wait_in_turn_by_addition(unsigned* turn) {
    while (atomicAdd(turn, 0u) < threadIdx.x) {}
    atomicExch(turn, threadIdx.x + 1);
}
extern "C" __global__ void wait_in_turn_by_minimum(unsigned* turn) {
    while (atomicMin(turn, 0xffffffffu) < threadIdx.x) {}
    atomicExch(turn, threadIdx.x + 1);
}

__device__ unsigned descend(unsigned n) { return n == 0 ? threadIdx.x : 1 + descend(n - 1); }
extern "C" __global__ void recursive_index(unsigned* out) {
    out[threadIdx.x] = 10 * descend(threadIdx.x % 3 + 1);
}

/// In round k, lanes k and above take part.
extern "C" __global__ void shuffle_in_diverging_loop(unsigned* out) {
    unsigned sum = 0;
    for (unsigned k = 0; k <= threadIdx.x; ++k)
        sum += __shfl_sync(0xffffffffu << k, 2 * threadIdx.x + k, 31);
    out[threadIdx.x] = sum;
}
