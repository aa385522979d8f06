// Atomic operations on numbers of some of the threads: on one element for all threads, on one
// element per thread of a block, and on one element in each block's shared memory.

constexpr unsigned kOperations = 7;

#define JOIN(k, name)                                               \
    name(&totals[k], value);                                        \
    name##_system(&columns[(k) * blockDim.x + threadIdx.x], value); \
    name##_block(&kept[k], value);

/// Uses every `every`-th number. Results are combined with existing values: `totals` has one per
/// operation, `columns` a row with one per thread, and `of_blocks` a row per block.
#define KERNEL(name, type, operations)                                                            \
    extern "C" __global__ void name(unsigned count, unsigned every, const type* in, type* totals, \
                                    type* columns, type* of_blocks) {                             \
        __shared__ type kept[kOperations];                                                        \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                 \
        type* const own = of_blocks + blockIdx.x * kOperations;                                   \
        if (threadIdx.x < kOperations) kept[threadIdx.x] = own[threadIdx.x];                      \
        __syncthreads();                                                                          \
        if (i < count && i % every == 0) {                                                        \
            const type value = in[i];                                                             \
            operations                                                                            \
        }                                                                                         \
        __syncthreads();                                                                          \
        if (threadIdx.x < kOperations) own[threadIdx.x] = kept[threadIdx.x];                      \
    }

#define EXTREMES JOIN(2, atomicMin) JOIN(3, atomicMax)
#define BITS JOIN(4, atomicAnd) JOIN(5, atomicOr) JOIN(6, atomicXor)
KERNEL(join_int, int, JOIN(0, atomicAdd) JOIN(1, atomicSub) EXTREMES BITS)
KERNEL(join_unsigned, unsigned, JOIN(0, atomicAdd) JOIN(1, atomicSub) EXTREMES BITS)
KERNEL(join_long_long, long long, EXTREMES)
KERNEL(join_unsigned_long_long, unsigned long long, JOIN(0, atomicAdd) EXTREMES BITS)
KERNEL(join_float, float, JOIN(0, atomicAdd))
KERNEL(join_double, double, JOIN(0, atomicAdd))

/// Applies `body` to elements in global memory (`name`) and in one block's shared memory
/// (`name_in_block`); the latter are loaded from and stored to `places`.
#define ON_PLACES(kind, name, type, body)                                                          \
    kind __global__ void name(unsigned count, unsigned every, type* places, type* old) {           \
        body(count, every, places, old);                                                           \
    }                                                                                              \
    kind                                                                                           \
        __global__ void name##_in_block(unsigned count, unsigned every, type* places, type* old) { \
        __shared__ type kept[3];                                                                   \
        if (threadIdx.x < 3) kept[threadIdx.x] = places[threadIdx.x];                              \
        __syncthreads();                                                                           \
        body(count, every, kept, old);                                                             \
        __syncthreads();                                                                           \
        if (threadIdx.x < 3) places[threadIdx.x] = kept[threadIdx.x];                              \
    }

/// Records the old values that each thread receives, in one row per operation.
template <class T>
__device__ void exchange(unsigned count, unsigned every, T* places, T* old) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || i % every != 0) return;
    old[i] = atomicAdd(&places[0], T(1));
    old[count + i] = atomicExch(&places[1], T(i));
    T expected = places[2];
    for (T found; (found = atomicCAS(&places[2], expected, expected + 3)) != expected;)
        expected = found;
    old[2 * count + i] = expected;
}
ON_PLACES(template <class T>, exchanged, T, exchange)

/// Records old values of two counters: one wraps to 0 after 10, the other to 10 below 0.
__device__ void count_on(unsigned count, unsigned every, unsigned* places, unsigned* old) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count || i % every != 0) return;
    old[i] = atomicInc(&places[0], 10u);
    old[count + i] = atomicDec(&places[1], 10u);
    old[2 * count + i] = atomicSub(&places[2], 1u);
}
ON_PLACES(extern "C", counted, unsigned, count_on)
