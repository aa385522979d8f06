// Copies boxes by tensor maps (TMA), which require compute capability 9.0.

/// A CUtensorMap. NVRTC does not accept the header that defines it.
struct alignas(64) TensorMap {
    unsigned long long words[16];
};

/// Copies the 8 x 32 box that starts at (row, column) to shared memory in one operation, and from
/// there to `out`.
extern "C" __global__ void copy_box(const __grid_constant__ TensorMap map, int row, int column,
                                    float* out) {
    __shared__ alignas(128) float box[8 * 32];
    __shared__ alignas(8) unsigned long long barrier;
    const unsigned int arrival = static_cast<unsigned int>(__cvta_generic_to_shared(&barrier));
    const unsigned int place = static_cast<unsigned int>(__cvta_generic_to_shared(box));
    const unsigned int size = sizeof box;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(arrival) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(arrival),
                     "r"(size)
                     : "memory");
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
            "[%0], [%1, {%2, %3}], [%4];" ::"r"(place),
            "l"(&map), "r"(column), "r"(row), "r"(arrival)
            : "memory");
    }
    __syncthreads();
    unsigned int is_there = 0;
    while (!is_there)
        asm volatile(
            "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; "
            "selp.u32 %0, 1, 0, p; }"
            : "=r"(is_there)
            : "r"(arrival)
            : "memory");
    for (unsigned int i = threadIdx.x; i < 8 * 32; i += blockDim.x) out[i] = box[i];
}
