// Kernels that depend only on the position in a row of the grid, so lanes may span several blocks.
#include "lanes_bodies.cuh"

__device__ unsigned place_x() { return blockIdx.x * blockDim.x + threadIdx.x; }
/// The y index of a thread, with its z index included.
__device__ unsigned place_y() {
    return (blockIdx.y * blockDim.y + threadIdx.y) * blockDim.z + threadIdx.z;
}

/// Every thread adds to its own element, so that extra threads would be noticed.
extern "C" __global__ void marks(unsigned pitch, unsigned* out, unsigned* count) {
    out[place_y() * pitch + place_x()] += 1 + place_x() + 1000 * place_y();
    atomicAdd(count, 1u);
}

/// A guard, and a loop that threads leave one by one.
extern "C" __global__ void steps(unsigned width, unsigned height, unsigned* out) {
    const unsigned x = place_x(), y = place_y();
    if (x >= width || y >= height) return;
    unsigned value = bodies::mix(y * width + x), count = 0;
    while (value % 16 != 0) {
        value = bodies::mix(value);
        ++count;
    }
    out[y * width + x] = count;
}

/// Depends on the block index, unlike the other kernels.
extern "C" __global__ void blocks_of_threads(unsigned pitch, unsigned* out) {
    out[place_y() * pitch + place_x()] = blockIdx.x + 1000 * threadIdx.x;
}

extern "C" __global__ void writes_far(unsigned at, int* out) {
    const bool is_far = place_x() == at && place_y() == 1;
    out[static_cast<long long>(place_x()) - (is_far ? 1ll << 40 : 0)] = 1;
}

/// Part of a row with a hole: conditions of both polarities, and one inequality.
extern "C" __global__ void part(int from, int to, int hole, unsigned pitch, unsigned* out) {
    const int x = static_cast<int>(place_x());
    if (x < from || x >= to || x == hole) return;
    out[place_y() * pitch + place_x()] = 1 + place_x() + 1000 * place_y();
}

/// Part of a row with a hole: the bounds are the left operands of conditions.
extern "C" __global__ void part_by_bounds(int from, int to, int hole, unsigned pitch,
                                          unsigned* out) {
    const int x = static_cast<int>(place_x());
    if (from <= x && to > x && hole != x)
        out[place_y() * pitch + place_x()] = 1 + place_x() + 1000 * place_y();
}

/// Indices that wrap every 256 elements.
extern "C" __global__ void part_of_bytes(unsigned char to, unsigned pitch, unsigned* out) {
    const auto x = static_cast<unsigned char>(place_x());
    if (x < to) out[place_y() * size_t{pitch} + place_x()] = 1 + place_x();
}

/// Part of a row where `x - from` may wrap.
extern "C" __global__ void wrapped_part(unsigned from, unsigned count, unsigned pitch,
                                        unsigned* out) {
    if (place_x() - from < count)
        out[place_y() * size_t{pitch} + place_x()] = 1 + place_x() + 1000 * place_y();
}
