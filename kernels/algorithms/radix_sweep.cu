// SPDX-License-Identifier: MIT
// Radix sort of many numbers, with one sweep over memory per digit: A. Adinets and D. Merrill,
// "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022.
//
// First radix_count.cu counts all digits. Then each block sorts a tile by one digit, and gets the
// items' destinations from previous tiles' counts: D. Merrill and M. Garland, "Single-pass Parallel
// Prefix Scan with Decoupled Look-back", 2016. Digits that are equal in all keys are skipped.
#include <algorithms/sort_buffers.cuh>
#include <glint/block_scan.cuh>

namespace glint::sorting {

constexpr int kTile = kThreads * kItems;
constexpr int kWarps = kThreads / kWarpSize;
static_assert(kThreads >= kDigits, "each digit needs a thread");

/// Maps item k of a thread to an item of the tile. The items of a warp are consecutive.
using Own = WarpStriped<kItems>;

/// A pass over one digit.
struct Step {
    int runs;   ///< 0 if all keys have the same digit, so that the pass is skipped
    int round;  ///< number of earlier passes that are not skipped
    int from, to;
};

struct Plan {
    Step steps[kMaxPasses];
    int last;                            ///< the buffer with the keys after all passes
    Offset starts[kMaxPasses][kDigits];  ///< number of keys with smaller digits
};

/// The ranks of a thread's items in its tile, two per word.
class Ranks {
public:
    __device__ void set(int k, unsigned int rank) {
        words_[k / 2] = k % 2 == 0 ? rank : __byte_perm(words_[k / 2], rank, 0x5410);
    }
    __device__ void add(int k, unsigned int count) {
        words_[k / 2] += k % 2 == 0 ? count : count << 16;
    }
    __device__ unsigned int operator[](int k) const {
        return k % 2 == 0 ? words_[k / 2] & 0xffff : words_[k / 2] >> 16;
    }

private:
    static_assert(kTile <= 1 << 16, "ranks have 16 bits");
    unsigned int words_[(kItems + 1) / 2];
};

/// A block's data in shared memory. The arrays are in dynamic shared memory, whose size
/// radix_sort.cpp computes: counts at first, later keys in the same memory, then values.
struct TileMemory {
    struct Fixed {
        unsigned int start[kDigits];  ///< start of each digit in the sorted tile
        Offset shift[kDigits];        ///< destination in the result minus position in the tile
        typename BlockScan<unsigned int, kThreads>::Storage scan;
        unsigned int tile;
    };
    static constexpr size_t kCountBytes = kWarps * kDigits * sizeof(unsigned int);
    static constexpr size_t kKeyBytes = (kTile * sizeof(Key) + 15) / 16 * 16;
    static constexpr size_t kFirstBytes = kKeyBytes > kCountBytes ? kKeyBytes : kCountBytes;

    Fixed& fixed;
    unsigned char* arrays;

    __device__ unsigned int* count(unsigned int warp) const {
        return reinterpret_cast<unsigned int*>(arrays) + warp * kDigits;
    }
    __device__ Key* keys() const { return reinterpret_cast<Key*>(arrays); }
    __device__ Value* values() const { return reinterpret_cast<Value*>(arrays + kFirstBytes); }
};

/// Counts the digits of a tile's keys and sorts the keys. The last tile is padded with keys that
/// have the highest digit, so that all tiles use the same code. A separate copy of the code for
/// whole tiles would double the compile time.
class Tile {
public:
    __device__ Tile(const TileMemory& memory, const SortDigit& digit, unsigned int valid)
        : memory_(memory), fixed_(memory.fixed), digit_(digit), valid_(valid) {}

    /// Calls action(k, places(k)) for each item k that is not padding.
    template <class Places, class Action>
    __device__ void each(Places places, Action action) const {
        if (valid_ == kTile) {
#pragma unroll
            for (int k = 0; k < kItems; ++k) action(k, places(k));
        } else {
#pragma unroll
            for (int k = 0; k < kItems; ++k)
                if (places(k) < valid_) action(k, places(k));
        }
    }
    /// Loads the thread's keys from an array.
    __device__ void load(const Key* from, Key (&keys)[kItems]) const {
        const Key last = digit_.last<Key>();
#pragma unroll
        for (int k = 0; k < kItems; ++k) keys[k] = last;
        each(Own(), [&](int k, unsigned int place) { keys[k] = from[place]; });
    }
    __device__ void put_in_order(const Key (&keys)[kItems], const Ranks& ranks) const {
#pragma unroll
        for (int k = 0; k < kItems; ++k) memory_.keys()[ranks[k]] = keys[k];
    }
    /// Reorders the values. value_at(place) returns the value of the item at position `place`.
    template <class ValueAt>
    __device__ void put_values_in_order(const Ranks& ranks, ValueAt value_at) const {
        if (valid_ == kTile) {
            Value values[kItems];  // loads in a separate loop, so that all loads are issued first
#pragma unroll
            for (int k = 0; k < kItems; ++k) values[k] = value_at(Own()(k));
#pragma unroll
            for (int k = 0; k < kItems; ++k) memory_.values()[ranks[k]] = values[k];
        } else if constexpr (sizeof(Value) <= 4) {
            Value values[kItems];
#pragma unroll
            for (int k = 0; k < kItems; ++k)
                if (Own()(k) < valid_) values[k] = value_at(Own()(k));
#pragma unroll
            for (int k = 0; k < kItems; ++k)
                if (Own()(k) < valid_) memory_.values()[ranks[k]] = values[k];
        } else {  // no array here: large values would spill the whole tile
#pragma unroll
            for (int k = 0; k < kItems; ++k)
                if (Own()(k) < valid_) memory_.values()[ranks[k]] = value_at(Own()(k));
        }
    }

    /// Ranks each item among its warp's items with the same digit, and counts these items.
    __device__ void rank_in_warps(const Key (&keys)[kItems], Ranks& ranks) const {
        unsigned int* const count = memory_.count(threadIdx.x / kWarpSize);
        const unsigned int lane = lane_index();
        for (int digit = lane; digit < kDigits; digit += kWarpSize) count[digit] = 0;
        __syncwarp();
#pragma unroll
        for (int k = 0; k < kItems; ++k) {
            const unsigned int digit = digit_(keys[k]);
            const unsigned int peers = warp_match<8>(digit), before = count[digit];
            __syncwarp();
            const unsigned int rank = before + __popc(peers & ((1u << lane) - 1));
            if (peers >> lane == 1) count[digit] = rank + 1;
            ranks.set(k, rank);
            __syncwarp();
        }
        __syncthreads();
    }
    /// Returns the number of items in the tile whose digit equals the thread's index.
    __device__ unsigned int total() const {
        unsigned int sum = 0;
        if (threadIdx.x < kDigits)
#pragma unroll
            for (int warp = 0; warp < kWarps; ++warp) sum += memory_.count(warp)[threadIdx.x];
        return sum;
    }
    /// Converts ranks in warps to positions in the sorted tile. `total` is the result of total().
    __device__ void rank(const Key (&keys)[kItems], Ranks& ranks, unsigned int total) const {
        unsigned int start = BlockScan<unsigned int, kThreads>(fixed_.scan).exclusive_sum(total);
        if (threadIdx.x < kDigits) {
            fixed_.start[threadIdx.x] = start;
#pragma unroll
            for (int warp = 0; warp < kWarps; ++warp) {
                unsigned int& count = memory_.count(warp)[threadIdx.x];
                const unsigned int own = count;
                count = start;
                start += own;
            }
        }
        __syncthreads();
        const unsigned int* const count = memory_.count(threadIdx.x / kWarpSize);
#pragma unroll
        for (int k = 0; k < kItems; ++k) ranks.add(k, count[digit_(keys[k])]);
        __syncthreads();
    }
    /// Writes the sorted keys and their values.
    __device__ void store(Key* keys, Value* values) const {
        each([](int k) { return k * kThreads + threadIdx.x; },
             [&](int, unsigned int place) {
                 const Key key = memory_.keys()[place];
                 const Offset to = fixed_.shift[digit_(key)] + place;
                 keys[to] = key;
                 if constexpr (kHasValues) values[to] = memory_.values()[place];
             });
    }

private:
    const TileMemory& memory_;
    TileMemory::Fixed& fixed_;
    SortDigit digit_;
    unsigned int valid_;
};

/// The counts that tiles publish for one digit: first of the tile's own items, then of all items up
/// to the end of the tile. The two highest bits give the kind of count; 0: nothing published yet.
class Counted {
    static constexpr Offset kOwn = Offset(1) << (8 * sizeof(Offset) - 2);
    static constexpr Offset kAll = kOwn << 1;
    static constexpr Offset kCount = kOwn - 1;
    static constexpr int kWindow = 4;  // tiles that are read at the same time

public:
    /// `words` points to the words of the digit, starting with tile 0.
    __device__ Counted(Offset* words, unsigned int tile) : words_(words), tile_(tile) {}

    __device__ void publish_own(unsigned int count) {
        publish((tile_ == 0 ? kAll : kOwn) | Offset(count));
    }
    /// Returns the number of items with this digit in previous tiles. `count` is that of this tile.
    __device__ Offset before(unsigned int count) {
        if (tile_ == 0) return 0;
        const Offset sum = look_back();
        publish(kAll | (sum + count));
        return sum;
    }

private:
    __device__ void publish(Offset word) {
        *static_cast<volatile Offset*>(words_ + size_t(tile_) * kDigits) = word;
    }
    __device__ Offset asked(long long tile) const {
        return tile < 0 ? kAll : *static_cast<volatile const Offset*>(words_ + tile * kDigits);
    }
    __device__ Offset look_back() const {
        Offset sum = 0;
        for (long long tile = static_cast<long long>(tile_) - 1;;) {
            Offset words[kWindow];
#pragma unroll
            for (int i = 0; i < kWindow; ++i) words[i] = asked(tile - i);
            for (int i = 0; i < kWindow; ++i) {
                if ((words[i] & ~kCount) == 0) break;
                sum += words[i] & kCount;
                if (words[i] & kAll) return sum;
                --tile;
            }
        }
    }

    Offset* words_;
    unsigned int tile_;
};

/// Chooses the buffers of each pass so that the last pass writes the result. If the first pass of
/// an in-place sort would then write to the buffer that it reads, that pass writes to the spare
/// buffer. Without a spare buffer, the last pass writes to the temporary buffer.
__device__ inline void plan_steps(const Buffers& buffers, int passes, Plan& plan) {
    int rounds = 0;
    for (int pass = 0; pass < passes; ++pass) {
        plan.steps[pass].round = rounds;
        rounds += plan.steps[pass].runs;
    }
    const bool is_same = buffers.keys[kGiven] == buffers.keys_at(rounds % 2 == 1 ? kResult : kRoom);
    const bool uses_spare = is_same && rounds > 1 && buffers.keys[kSpare] != nullptr;
    const int shift = is_same && !uses_spare ? 1 : 0;
    plan.last = kGiven;
    for (int pass = 0; pass < passes; ++pass) {
        Step& step = plan.steps[pass];
        if (!step.runs) continue;
        step.from = plan.last;
        step.to = (rounds - 1 - step.round + shift) % 2 == 0 ? kResult : kRoom;
        if (uses_spare && step.round == 0) step.to = kSpare;
        plan.last = step.to;
    }
}

/// The work of a block in a pass over one digit.
class Sweep {
public:
    __device__ Sweep(const SortDigits& digits, int pass, const Buffers& buffers, Offset count,
                     const Plan& plan, Offset* words)
        : digit_(digits.of_pass(pass)),
          step_(plan.steps[pass]),
          buffers_(buffers),
          count_(count),
          starts_(plan.starts[pass]),
          words_(words) {}

    __device__ void run(const TileMemory& memory) const {
        const Offset first = Offset(memory.fixed.tile) * kTile;
        const Tile tile(memory, digit_,
                        static_cast<unsigned int>(::min(count_ - first, Offset(kTile))));
        Key keys[kItems];
        tile.load(buffers_.keys_at(step_.from) + first, keys);
        Ranks ranks;
        tile.rank_in_warps(keys, ranks);
        const unsigned int thread = threadIdx.x, total = tile.total();
        Counted counted(words(step_.round) + thread, memory.fixed.tile);
        if (thread < kDigits) {
            counted.publish_own(total);
            words(step_.round + 1)[size_t(memory.fixed.tile) * kDigits + thread] = 0;
        }
        tile.rank(keys, ranks, total);
        tile.put_in_order(keys, ranks);
        if constexpr (kHasValues) put_values_in_order(tile, first, ranks);
        if (thread < kDigits)
            memory.fixed.shift[thread] =
                starts_[thread] + counted.before(total) - memory.fixed.start[thread];
        __syncthreads();
        tile.store(buffers_.keys_at(step_.to), buffers_.values_at(step_.to));
    }

private:
    __device__ void put_values_in_order(const Tile& tile, Offset first, const Ranks& ranks) const {
        if constexpr (kNumbered) {
            if (step_.from == kGiven) {
                tile.put_values_in_order(ranks, [&](unsigned int place) {
                    return buffers_.value(kGiven, first + place, first + place);
                });
                return;
            }
        }
        const Value* const values = buffers_.values_at(step_.from) + first;
        tile.put_values_in_order(ranks, [&](unsigned int place) { return values[place]; });
    }
    __device__ Offset* words(int round) const {
        return words_ + (round % 2 ? size_t(gridDim.x) * kDigits : 0);
    }

    SortDigit digit_;
    Step step_;
    const Buffers& buffers_;
    Offset count_;
    const Offset* starts_;
    Offset* words_;
};

}  // namespace glint::sorting

/// Plans the passes. Launch with one block of kDigits threads.
extern "C" __global__ void __launch_bounds__(256)
    make_plan(glint::SortDigits digits, glint::sorting::Buffers buffers,
              const glint::sorting::Offset* counts, glint::sorting::Offset count,
              glint::sorting::Plan* plan) {
    using namespace glint::sorting;
    using Scan = glint::BlockScan<Offset, kDigits>;
    __shared__ Scan::Storage storage;
    const int passes = digits.passes();
    for (int pass = 0; pass < passes; ++pass) {
        const Offset own = counts[pass * kDigits + threadIdx.x];
        plan->starts[pass][threadIdx.x] = Scan(storage).exclusive_sum(own);
        const bool is_constant = __syncthreads_or(own == count);
        if (threadIdx.x == 0) plan->steps[pass].runs = !is_constant;
    }
    if (threadIdx.x == 0) plan_steps(buffers, passes, *plan);
}

/// One pass, with one block per tile. `words` has two sets of words, each with one word per tile
/// and digit. The set that the first pass uses must be 0; each pass clears the set for the next
/// pass. Blocks draw tile numbers in order from `tickets`, which has one counter per pass, so that
/// a block never waits for a block that has not started.
extern "C" __global__ void __launch_bounds__(glint::sorting::kThreads, 2)
    sweep(glint::SortDigits digits, int pass, glint::sorting::Buffers buffers,
          glint::sorting::Offset count, const glint::sorting::Plan* plan,
          glint::sorting::Offset* words, unsigned int* tickets) {
    using namespace glint::sorting;
    __shared__ TileMemory::Fixed fixed;
    extern __shared__ __align__(16) unsigned char arrays[];
    if (!plan->steps[pass].runs) return;
    if (threadIdx.x == 0) fixed.tile = atomicAdd(&tickets[pass], 1u);
    __syncthreads();
    Sweep(digits, pass, buffers, count, *plan, words).run({fixed, arrays});
}

/// Copies the keys to the result if the last pass wrote them to another buffer.
extern "C" __global__ void __launch_bounds__(256)
    finish(glint::sorting::Buffers buffers, size_t count, const glint::sorting::Plan* plan) {
    using namespace glint::sorting;
    const int from = plan->last;
    if (from == kResult) return;
    if (from == kGiven && buffers.in_place() && !kNumbered) return;
    const Key* const keys = buffers.keys_at(from);
    const size_t stride = size_t(gridDim.x) * blockDim.x;
    for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
        buffers.keys[kResult][i] = keys[i];
        if constexpr (kHasValues) buffers.values[kResult][i] = buffers.value(from, i, i);
    }
}
