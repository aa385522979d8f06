// SPDX-License-Identifier: MIT
// Radix sort in blocks of one thread, which process their keys sequentially. For
// CPUs.
#include <algorithms/sort_buffers.cuh>
#include <algorithms/sort_segments.cuh>
#include <glint/ceil_div.cuh>

namespace glint::sorting {

/// The buffers that a pass over all keys reads and writes. An array holds one element per pass.
struct SerialStep {
    int runs, from, to;
};

/// The keys and values of a segment, in one of the buffers.
struct Run {
    Key* keys;
    Value* values;

    __device__ Run(const Buffers& buffers, int place, unsigned long long first)
        : keys(buffers.keys_at(place) + first), values(buffers.values_at(place)) {
        if (values) values += first;
    }
};

/// Replaces the counts with their exclusive prefix sums.
__device__ inline void add_up(size_t* counts, size_t size) {
    size_t sum = 0;
    for (size_t i = 0; i < size; ++i) {
        const size_t own = counts[i];
        counts[i] = sum;
        sum += own;
    }
}

/// Sorts one segment.
class SerialSort {
public:
    __device__ SerialSort(const Given& given, const SortDigits& digits, const Buffers& buffers,
                          unsigned long long first, unsigned long long size)
        : given_(given), digits_(digits), buffers_(buffers), first_(first), size_(size) {}

    __device__ void sort() {
        if (size_ <= kShort)
            insert_all();
        else
            sort_by_digits();
    }

private:
    static constexpr unsigned long long kShort = 40;

    __device__ Value value(int from, const Run& run, unsigned long long i) const {
        if constexpr (kNumbered)
            if (from == kGiven) return buffers_.value(kGiven, i, i);
        return run.values[i];
    }

    __device__ void insert_all() {
        const Run values(buffers_, kGiven, first_), to(buffers_, kResult, first_);
        const auto keys = given_ + first_;
        for (unsigned long long i = 0; i < size_; ++i) {
            const Key key = keys[i];
            const auto rank = digits_.rank(key);
            Value own;
            if constexpr (kHasValues) own = value(kGiven, values, i);
            unsigned long long place = i;
            for (; place > 0 && digits_.rank(to.keys[place - 1]) > rank; --place) {
                to.keys[place] = to.keys[place - 1];
                if constexpr (kHasValues) to.values[place] = to.values[place - 1];
            }
            to.keys[place] = key;
            if constexpr (kHasValues) to.values[place] = own;
        }
    }

    __device__ void sort_by_digits() {
        size_t counts[kMaxPasses][kDigits];
        put_given(given_ + first_, buffers_.keys[kGiven] + first_, 0, size_);
        count(counts);
        int place = kGiven;
        for (int pass = 0; pass < digits_.passes(); ++pass) {
            const Key first = buffers_.keys_at(place)[first_];
            if (counts[pass][digits_.digit(first, pass)] == size_) continue;
            add_up(counts[pass], kDigits);
            const int to = buffers_.other(place);
            scatter(place, to, pass, counts[pass]);
            place = to;
        }
        if (place != kResult) copy(place);
    }
    __device__ void count(size_t (&counts)[kMaxPasses][kDigits]) const {
        const Run from(buffers_, kGiven, first_);
        for (int pass = 0; pass < digits_.passes(); ++pass)
            for (int digit = 0; digit < kDigits; ++digit) counts[pass][digit] = 0;
        for (unsigned long long i = 0; i < size_; ++i)
            for (int pass = 0; pass < digits_.passes(); ++pass)
                ++counts[pass][digits_.digit(from.keys[i], pass)];
    }
    __device__ void scatter(int from_place, int to_place, int pass, size_t* starts) const {
        const Run from(buffers_, from_place, first_), to(buffers_, to_place, first_);
        for (unsigned long long i = 0; i < size_; ++i) {
            const size_t place = starts[digits_.digit(from.keys[i], pass)]++;
            to.keys[place] = from.keys[i];
            if constexpr (kHasValues) to.values[place] = value(from_place, from, i);
        }
    }
    __device__ void copy(int place) const {
        const Run from(buffers_, place, first_), to(buffers_, kResult, first_);
        for (unsigned long long i = 0; i < size_; ++i) {
            to.keys[i] = from.keys[i];
            if constexpr (kHasValues) to.values[i] = value(place, from, i);
        }
    }

    const Given& given_;
    const SortDigits& digits_;
    const Buffers& buffers_;
    unsigned long long first_, size_;
};

/// The chunk of the `count` keys that a block processes.
struct Chunk {
    size_t first, end;

    __device__ explicit Chunk(size_t count) {
        const size_t size = ceil_div(count, gridDim.x);
        first = ::min(count, blockIdx.x * size);
        end = ::min(count, first + size);
    }
};

}  // namespace glint::sorting

/// Sorts each segment separately. Launch with any number of blocks.
extern "C" __global__ void __launch_bounds__(1)
    sort_segments(const __grid_constant__ glint::sorting::Given given, glint::SortDigits digits,
                  glint::sorting::Buffers buffers, glint::sorting::Segments segments) {
    using namespace glint::sorting;
    const Chunk own(segments.count);
    for (size_t i = own.first; i < own.end; ++i)
        SerialSort(given, digits, buffers, segments.first(i), segments.size(i)).sort();
}

/// Sets counts[digit * blocks + block] to the number of keys with each digit in the block's chunk.
/// The input keys start at element `first_given`.
extern "C" __global__ void __launch_bounds__(1)
    count_chunks(const __grid_constant__ glint::sorting::Given given, size_t first_given,
                 glint::SortDigits digits, int pass, glint::sorting::Buffers buffers, size_t count,
                 const glint::sorting::SerialStep* steps, size_t* counts) {
    using namespace glint::sorting;
    const Key* const keys = buffers.keys_at(steps[pass].from);
    const Chunk own(count);
    if (pass == 0) put_given(given + first_given, buffers.keys[kGiven], own.first, own.end);
    size_t found[kDigits] = {};
    for (size_t i = own.first; i < own.end; ++i) ++found[digits.digit(keys[i], pass)];
    for (int digit = 0; digit < kDigits; ++digit)
        counts[size_t(digit) * gridDim.x + blockIdx.x] = found[digit];
}

/// Converts the counts of `chunks` chunks to the destinations of their keys, and plans the pass.
/// Launch a single block.
extern "C" __global__ void __launch_bounds__(1)
    scan_chunks(int pass, glint::sorting::Buffers buffers, size_t count, size_t chunks,
                glint::sorting::SerialStep* steps, size_t* counts) {
    using namespace glint::sorting;
    SerialStep& step = steps[pass];
    step.runs = 1;
    for (int digit = 0; digit < kDigits; ++digit) {
        size_t sum = 0;
        for (size_t chunk = 0; chunk < chunks; ++chunk) sum += counts[digit * chunks + chunk];
        if (sum == count) step.runs = 0;
    }
    add_up(counts, kDigits * chunks);
    step.to = step.runs ? buffers.other(step.from) : step.from;
    steps[pass + 1].from = step.to;
}

extern "C" __global__ void __launch_bounds__(1)
    scatter_chunks(glint::SortDigits digits, int pass, glint::sorting::Buffers buffers,
                   size_t count, const glint::sorting::SerialStep* steps, const size_t* counts) {
    using namespace glint::sorting;
    const SerialStep step = steps[pass];
    if (!step.runs) return;
    const Key* const from = buffers.keys_at(step.from);
    Key* const to = buffers.keys_at(step.to);
    Value* const values = buffers.values_at(step.to);
    const Chunk own(count);
    size_t places[kDigits];
    for (int digit = 0; digit < kDigits; ++digit)
        places[digit] = counts[size_t(digit) * gridDim.x + blockIdx.x];
    for (size_t i = own.first; i < own.end; ++i) {
        const size_t place = places[digits.digit(from[i], pass)]++;
        to[place] = from[i];
        if constexpr (kHasValues) values[place] = buffers.value(step.from, i, i);
    }
}

/// Copies the keys to the result unless they are there. `step` is the entry after the last pass.
extern "C" __global__ void __launch_bounds__(1)
    finish_chunks(glint::sorting::Buffers buffers, size_t count,
                  const glint::sorting::SerialStep* step) {
    using namespace glint::sorting;
    const int from = step->from;
    if (from == kResult || (from == kGiven && buffers.in_place() && !kNumbered)) return;
    const Key* const keys = buffers.keys_at(from);
    const Chunk own(count);
    for (size_t i = own.first; i < own.end; ++i) {
        buffers.keys[kResult][i] = keys[i];
        if constexpr (kHasValues) buffers.values[kResult][i] = buffers.value(from, i, i);
    }
}
