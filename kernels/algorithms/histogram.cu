// SPDX-License-Identifier: MIT
// Counts the elements of an expression in each bin, or adds up their weights. The bins are in
// shared memory if they fit. If there are only a few bins, each block has several copies of them,
// which reduces contention.
#include <array/expression.cuh>

#include <algorithms/histogram_setup.cuh>

#include <glint/expression/convert.cuh>
#include <glint/expression/search.cuh>
#include <glint/expression/values.cuh>

namespace glint::expression {

struct HistogramSetup {
    double low, high, width, scale;  ///< for Bins::even, with scale = 1 / width
    const Edge* edges;               ///< for Bins::edges: bins + 1 edges, `stride` apart
    long long stride, bins, size;
    Sum* sums;
};

/// Returns the bin index of x, or a negative number if x is outside all bins.
__device__ inline long long even_bin(const HistogramSetup& setup, double x) {
    if (!(x >= setup.low && x <= setup.high)) return -1;
    auto bin = static_cast<long long>((x - setup.low) * setup.scale);
    if (bin >= setup.bins) bin = setup.bins - 1;
    // Rounding may have selected an adjacent bin, so this checks the bin's edges.
    if (x < setup.low + static_cast<double>(bin) * setup.width) return bin - 1;
    const bool is_next = x >= setup.low + static_cast<double>(bin + 1) * setup.width;
    return is_next && bin + 1 < setup.bins ? bin + 1 : bin;
}
template <class T>
__device__ inline long long bin_between(const HistogramSetup& setup, const T& x) {
    const auto edge = convert<Edge>(x);
    const long long place =
        place_among<Edge, true>(setup.edges, setup.bins + 1, setup.stride, edge);
    const bool is_last = place == setup.bins + 1 && edge == setup.edges[setup.bins * setup.stride];
    return place <= setup.bins ? place - 1 : is_last ? setup.bins - 1 : -1;
}
template <class T>
__device__ inline long long bin_of(const HistogramSetup& setup, const T& x) {
    if constexpr (kBins == Bins::even) {
        return even_bin(setup, convert<double>(x));
    } else if constexpr (kBins == Bins::edges) {
        return bin_between(setup, x);
    } else {
        const auto bin = static_cast<long long>(x);
        return bin < setup.bins ? bin : -1;
    }
}

/// element_of() returns the element to be binned, weight_of() its contribution to the bin.
template <class T>
__device__ inline const auto& element_of(const T& value) {
    if constexpr (kWeighted)
        return value.first;
    else
        return value;
}
template <class T>
__device__ inline Part weight_of(const T& value) {
    if constexpr (kWeighted)
        return convert<Part>(value.second);
    else
        return 1;
}

/// Calls `add(bin, weight)` for each value. If a block has one thread, it first finds all bins in a
/// separate loop, which compilers can vectorize.
template <class Add>
__device__ inline void count_values(const HistogramSetup& setup, const Value (&values)[kCount],
                                    const Add& add) {
    if constexpr (kThreads == 1) {
        long long bins[kCount];
        for (int k = 0; k < kCount; ++k) bins[k] = bin_of(setup, element_of(values[k]));
        for (int k = 0; k < kCount; ++k) add(bins[k], weight_of(values[k]));
    } else {
#pragma unroll
        for (int k = 0; k < kCount; ++k)
            add(bin_of(setup, element_of(values[k])), weight_of(values[k]));
    }
}

/// Calls `add(bin, weight)` for the block's share of the elements.
template <class Add>
__device__ inline void count_share(const Operands& operands, const HistogramSetup& setup,
                                   const Add& add) {
    const long long stride = static_cast<long long>(gridDim.x) * kThreads * kCount;
    long long i = (static_cast<long long>(blockIdx.x) * kThreads + threadIdx.x) * kCount;
    for (; i + kCount <= setup.size; i += stride) {
        Value values[kCount];
        values_at<kCount>(operands, static_cast<Index>(i), values);
        count_values(setup, values, add);
    }
    for (; i < setup.size; ++i) {
        const Value value = value_at(operands, static_cast<Index>(i));
        add(bin_of(setup, element_of(value)), weight_of(value));
    }
}

/// Adds weights in global memory.
struct AddGlobally {
    Sum* sums;

    __device__ void operator()(long long bin, Part weight) const {
        if (bin >= 0) atomicAdd(sums + bin, static_cast<Sum>(weight));
    }
};
/// Adds weights in shared memory.
struct AddWithin {
    Part* parts;

    __device__ void operator()(long long bin, Part weight) const {
        if (bin < 0) return;
        if constexpr (kThreads == 1)
            parts[bin] += weight;
        else
            atomicAdd(parts + bin, weight);
    }
};

__device__ inline void count_within(const Operands& operands, const HistogramSetup& setup) {
    __shared__ Part parts[kCopies][kSharedBins > 0 ? kSharedBins : 1];
    const auto bins = static_cast<int>(setup.bins);
    for (int copy = 0; copy < kCopies; ++copy)
        for (int bin = static_cast<int>(threadIdx.x); bin < bins; bin += kThreads)
            parts[copy][bin] = 0;
    if constexpr (kThreads > 1) __syncthreads();
    count_share(operands, setup, AddWithin{parts[threadIdx.x / 32 % kCopies]});
    if constexpr (kThreads > 1) __syncthreads();
    for (int bin = static_cast<int>(threadIdx.x); bin < bins; bin += kThreads) {
        Sum sum = 0;
        for (int copy = 0; copy < kCopies; ++copy) sum += parts[copy][bin];
        if (sum != 0) atomicAdd(setup.sums + bin, sum);
    }
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(glint::expression::kThreads)
    histogram(const __grid_constant__ glint::expression::Operands operands,
              const __grid_constant__ glint::expression::HistogramSetup setup) {
    using namespace glint::expression;
    if constexpr (kSharedBins > 0)
        count_within(operands, setup);
    else
        count_share(operands, setup, AddGlobally{setup.sums});
}
