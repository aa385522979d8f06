// Some blocks of a launch that wait for each other.
#pragma once

namespace glint {

namespace detail {

/// What other blocks wrote before they added to it is there to be read.
__device__ inline unsigned int load_acquire(const unsigned int* address) {
#ifdef __GLINT_CPU__
    return __atomic_load_n(address, __ATOMIC_ACQUIRE);
#else
    unsigned int word;
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(word) : "l"(address) : "memory");
    return word;
#endif
}

}  // namespace detail

/// `count` blocks that all run at the same time, as in a cooperative launch, and share a number in
/// global memory, which is 0 before the first of them waits. Made by all threads of each.
class BlockArrivals {
public:
    __device__ BlockArrivals(unsigned int* arrived, unsigned int count)
        : arrived_(arrived), count_(count) {}

    /// Called by all threads of all the blocks, any number of times: what they wrote before is
    /// there for all of them to read behind it.
    __device__ void wait() {
        __syncthreads();
        expected_ += count_;
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(arrived_, 1u);
            // Wraps around as the number does.
            while (static_cast<int>(detail::load_acquire(arrived_) - expected_) < 0) {}
        }
        __syncthreads();
    }

private:
    unsigned int* arrived_;
    unsigned int count_, expected_ = 0;
};

}  // namespace glint
