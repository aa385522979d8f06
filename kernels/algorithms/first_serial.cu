// SPDX-License-Identifier: MIT
// Finds the first keys of each line with blocks of one thread. Each block stores the first keys
// found so far in a heap. For CPUs.
#include <algorithms/sizes.cuh>
#include <algorithms/sort_buffers.cuh>

namespace glint::sorting {

using Count = unsigned long long;

/// A key in sort order, and its index in the line.
struct Candidate {
    Count place;
    RadixKey<Key>::Bits order;

    /// Orders equal keys by index.
    __device__ bool is_before(const Candidate& other) const {
        return order < other.order || (order == other.order && place < other.place);
    }
};
static_assert(sizeof(Candidate) == sizes::kCandidateBytes);

/// The first `room` candidates, in sort order, of all candidates offered so far. Once there are
/// `room` candidates, they form a heap whose top is the last candidate in sort order.
class FirstKeys {
public:
    __device__ FirstKeys(Candidate* heap, Count room) : heap_(heap), room_(room) {}

    /// Offers adjacent keys of a line. Usually, none of them is among the first keys; a loop
    /// without branches is the fastest check.
    __device__ void offer(const Key* line, Count first, Count end, const SortDigits& digits) {
        if (size_ == room_ && !has_any_before_last(line, first, end, digits)) return;
        for (Count i = first; i < end; ++i) offer({i, digits.order(line[i])});
    }
    __device__ void offer(const Candidate& candidate) {
        if (size_ < room_) {
            heap_[size_++] = candidate;
            if (size_ == room_) make_heap();
        } else if (candidate.is_before(heap_[0])) {
            heap_[0] = candidate;
            sink(0, room_);
        }
    }
    /// Sorts the candidates. Call this only when there are `room` candidates.
    __device__ void sort() {
        for (Count end = room_ - 1; end > 0; --end) {
            const Candidate last = heap_[0];
            heap_[0] = heap_[end];
            heap_[end] = last;
            sink(0, end);
        }
    }

private:
    __device__ bool has_any_before_last(const Key* line, Count first, Count end,
                                        const SortDigits& digits) const {
        const auto last = heap_[0].order;
        const bool are_earlier = first < heap_[0].place;
        bool any = false;
        for (Count i = first; i < end; ++i) {
            const auto order = digits.order(line[i]);
            any |= order < last || (order == last && are_earlier);
        }
        return any;
    }
    __device__ void make_heap() {
        for (Count i = room_ / 2; i-- > 0;) sink(i, room_);
    }
    __device__ void sink(Count i, Count size) {
        const Candidate own = heap_[i];
        for (Count child = 2 * i + 1; child < size; child = 2 * i + 1) {
            if (child + 1 < size && heap_[child].is_before(heap_[child + 1])) ++child;
            if (!own.is_before(heap_[child])) break;
            heap_[i] = heap_[child];
            i = child;
        }
        heap_[i] = own;
    }

    Candidate* heap_;
    Count room_, size_ = 0;
};

}  // namespace glint::sorting

/// Finds the keys of each part of each line that come first in the sort order, `wanted` keys per
/// part. Each block processes a part. A line has `parts` parts, each with at least `wanted` keys.
extern "C" __global__ void __launch_bounds__(1)
    keep_first(const glint::sorting::Key* keys, glint::SortDigits digits, unsigned long long length,
               unsigned int parts, unsigned long long wanted, glint::sorting::Candidate* found) {
    using namespace glint::sorting;
    constexpr Count kStep = 128, kApart = 32 * kStep;
    const Count line = blockIdx.x / parts, part = blockIdx.x % parts;
    const Count first = length * part / parts, end = length * (part + 1) / parts;
    FirstKeys kept(found + blockIdx.x * wanted, wanted);
    const auto offer = [&](Count i) {
        kept.offer(keys + line * length, i, ::min(i + kStep, end), digits);
    };
    // Offers widely spaced keys first. Otherwise, if keys are in reverse order, every key would be
    // kept until a later key replaces it.
    for (Count i = first; i < end; i += kApart) offer(i);
    for (Count i = first; i < end; i += kStep)
        if ((i - first) % kApart != 0) offer(i);
}

/// Merges the first keys of all parts of a line, and writes them in order. One block per
/// line.
extern "C" __global__ void __launch_bounds__(1)
    merge_first(const glint::sorting::Key* keys, unsigned long long length, unsigned int parts,
                unsigned long long wanted, glint::sorting::Candidate* found,
                glint::sorting::Key* to_keys, glint::sorting::Value* to_places) {
    using namespace glint::sorting;
    const Count line = blockIdx.x;
    Candidate* const own = found + line * parts * wanted;
    FirstKeys first(own, wanted);  // reuses the memory of its candidates
    for (Count i = 0; i < parts * wanted; ++i) first.offer(own[i]);
    first.sort();
    for (Count i = 0; i < wanted; ++i) {
        to_keys[line * wanted + i] = keys[line * length + own[i].place];
        set_place(to_places, line * wanted + i, own[i].place);
    }
}
