// Sorts many numbers by radix, one sweep over memory for each digit: A. Adinets and D. Merrill,
// "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022.
//
// All digits are counted at once. Then, digit by digit, each block sorts a tile and learns from the
// tiles before it where its items go: D. Merrill and M. Garland, "Single-pass Parallel Prefix Scan
// with Decoupled Look-back", 2016. Digits in which all keys are equal are left out.
#include <algorithms/sort_buffers.cuh>
#include <glint/block_scan.cuh>

namespace glint::sorting {

constexpr int kDigits = 256;
constexpr int kMostPasses = sizeof(Key);
constexpr int kTile = kThreads * kItems;
constexpr int kWarps = kThreads / kWarpSize;
constexpr int kCountThreads = 256;
static_assert(kThreads >= kDigits, "each digit needs a thread");

/// Item k of a thread in its tile: a warp's are neighbours.
using Own = WarpStriped<kItems>;

/// One pass over one digit.
struct Step {
    int runs;   ///< 0 if all keys have the same digit
    int round;  ///< how many passes run before it
    int from, to;
};

struct Plan {
    Step steps[kMostPasses];
    int last;                             ///< where the keys are in the end
    Offset starts[kMostPasses][kDigits];  ///< how many keys have lesser digits
};

/// Neighbouring keys in one access of 16 bytes.
struct alignas(16) KeyPack {
    static constexpr int kCount = 16 / sizeof(Key);
    Key keys[kCount];
};

/// Counts a block's keys by all of their digits. Lanes count in copies of their own as far as they
/// fit, so that equal digits meet less often.
class DigitCounts {
    static constexpr int kCopies = sizeof(Key) == 8 ? 2 : 4;

public:
    struct Storage {
        unsigned int count[kMostPasses][kDigits][kCopies];
    };

    __device__ DigitCounts(Storage& storage, const SortDigits& digits)
        : storage_(storage), digits_(digits) {}

    __device__ void clear() {
        unsigned int* const all = &storage_.count[0][0][0];
        for (int i = threadIdx.x; i < kMostPasses * kDigits * kCopies; i += kCountThreads)
            all[i] = 0;
        __syncthreads();
    }
    __device__ void add(Key key) {
#pragma unroll
        for (int pass = 0; pass < kMostPasses; ++pass)
            if (pass < digits_.passes())
                atomicAdd(&storage_.count[pass][digits_.digit(key, pass)][threadIdx.x % kCopies],
                          1u);
    }
    __device__ void flush(Offset* totals) {
        __syncthreads();
        for (int i = threadIdx.x; i < digits_.passes() * kDigits; i += kCountThreads) {
            unsigned int sum = 0;
            for (int copy = 0; copy < kCopies; ++copy)
                sum += storage_.count[i / kDigits][i % kDigits][copy];
            if (sum != 0) atomicAdd(&totals[i], Offset(sum));
        }
    }

private:
    Storage& storage_;
    const SortDigits& digits_;
};

/// The digits of a tile's keys, counted and put in order.
class Tile {
public:
    struct Storage {
        union {
            unsigned int count[kWarps][kDigits];
            Key keys[kTile];
            Value values[kTile];
        };
        unsigned int start[kDigits];  ///< of each digit in the sorted tile
        Offset shift[kDigits];        ///< from places in the sorted tile to those of the result
        typename BlockScan<unsigned int, kThreads>::Storage scan;
        unsigned int tile;
    };

    __device__ Tile(Storage& storage, const SortDigits& digits, int pass, unsigned int valid)
        : storage_(storage), digits_(digits), pass_(pass), valid_(valid) {}

    /// Calls do(k, place) for each item that exists.
    template <class Places, class Do>
    __device__ void each(Places places, Do action) const {
        if (valid_ == kTile) {
#pragma unroll
            for (int k = 0; k < kItems; ++k) action(k, places(k));
        } else {
#pragma unroll
            for (int k = 0; k < kItems; ++k)
                if (places(k) < valid_) action(k, places(k));
        }
    }

    /// Each item's rank among those of its warp with the same digit, and the warp's counts. Items
    /// that do not exist stand behind all others, and their digit is the last: so does their rank.
    __device__ void rank_in_warps(const Key (&keys)[kItems], unsigned int (&ranks)[kItems]) {
        unsigned int* const count = storage_.count[threadIdx.x / kWarpSize];
        const unsigned int lane = lane_index();
        for (int digit = lane; digit < kDigits; digit += kWarpSize) count[digit] = 0;
        __syncwarp();
#pragma unroll
        for (int k = 0; k < kItems; ++k) {
            const unsigned int digit = digit_of(keys[k], Own()(k));
            const unsigned int peers = warp_match<8>(digit), before = count[digit];
            __syncwarp();
            ranks[k] = before + __popc(peers & ((1u << lane) - 1));
            if (peers >> lane == 1) count[digit] = ranks[k] + 1;
            __syncwarp();
        }
        __syncthreads();
    }
    /// How many of the tile's items have the digit with the thread's number.
    __device__ unsigned int total() const {
        unsigned int sum = 0;
        if (threadIdx.x < kDigits)
#pragma unroll
            for (int warp = 0; warp < kWarps; ++warp) sum += storage_.count[warp][threadIdx.x];
        return sum;
    }
    /// Makes of ranks in warps the places in the sorted tile. `total` is what that function gave.
    __device__ void rank(const Key (&keys)[kItems], unsigned int (&ranks)[kItems],
                         unsigned int total) {
        unsigned int start = BlockScan<unsigned int, kThreads>(storage_.scan).exclusive_sum(total);
        if (threadIdx.x < kDigits) {
            storage_.start[threadIdx.x] = start;
#pragma unroll
            for (int warp = 0; warp < kWarps; ++warp) {
                const unsigned int own = storage_.count[warp][threadIdx.x];
                storage_.count[warp][threadIdx.x] = start;
                start += own;
            }
        }
        __syncthreads();
        const unsigned int* const count = storage_.count[threadIdx.x / kWarpSize];
#pragma unroll
        for (int k = 0; k < kItems; ++k) ranks[k] += count[digit_of(keys[k], Own()(k))];
        __syncthreads();
    }

    /// Writes the keys in order, and keeps where each went.
    __device__ void store(Key* to, Offset (&places)[kItems]) const {
        each([](int k) { return k * kThreads + threadIdx.x; },
             [&](int k, unsigned int place) {
                 const Key key = storage_.keys[place];
                 places[k] = storage_.shift[digits_.digit(key, pass_)] + place;
                 to[places[k]] = key;
             });
    }

private:
    __device__ unsigned int digit_of(Key key, unsigned int place) const {
        return valid_ == kTile || place < valid_ ? digits_.digit(key, pass_) : kDigits - 1;
    }

    Storage& storage_;
    const SortDigits& digits_;
    int pass_;
    unsigned int valid_;
};

/// What tiles tell each other of one digit: how many of their items have it, then how many of
/// theirs and of all tiles before. The two highest bits say which; 0 says nothing yet.
class Counted {
    static constexpr Offset kOwn = Offset(1) << (8 * sizeof(Offset) - 2);
    static constexpr Offset kAll = kOwn << 1;
    static constexpr Offset kCount = kOwn - 1;
    static constexpr int kWindow = 4;  // tiles that are asked at a time

public:
    /// `words` are those of the digit for tile 0.
    __device__ Counted(Offset* words, unsigned int tile) : words_(words), tile_(tile) {}

    __device__ void tell_own(unsigned int count) {
        tell((tile_ == 0 ? kAll : kOwn) | Offset(count));
    }
    /// The count of all tiles before. `count` is the tile's own.
    __device__ Offset before(unsigned int count) {
        if (tile_ == 0) return 0;
        const Offset sum = look_back();
        tell(kAll | (sum + count));
        return sum;
    }

private:
    __device__ void tell(Offset word) {
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

/// Tells passes where to read and write, so that the last one writes the result. With an odd number
/// of passes over what is in place the first one goes to the spare room; where there is none, the
/// last one ends in the room.
__device__ inline void plan_steps(const Buffers& buffers, int passes, Plan& plan) {
    int rounds = 0;
    for (int pass = 0; pass < passes; ++pass) {
        plan.steps[pass].round = rounds;
        rounds += plan.steps[pass].runs;
    }
    const bool is_odd = buffers.in_place() && rounds % 2 == 1;
    const bool uses_spare = is_odd && rounds > 1 && buffers.keys[kSpare] != nullptr;
    const int shift = is_odd && !uses_spare ? 1 : 0;
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

}  // namespace glint::sorting

/// Adds to `counts`, for each pass, how many of `count` keys have each digit. Launched with
/// kCountThreads.
extern "C" __global__ void __launch_bounds__(glint::sorting::kCountThreads)
    count_digits(glint::SortDigits digits, const glint::sorting::Key* keys, size_t count,
                 glint::sorting::Offset* counts) {
    using namespace glint::sorting;
    constexpr int kPacks = 4, kPack = KeyPack::kCount;
    __shared__ DigitCounts::Storage storage;
    DigitCounts own(storage, digits);
    own.clear();
    const size_t misplaced = reinterpret_cast<size_t>(keys) % 16;
    const size_t before = ::min(count, misplaced ? (16 - misplaced) / sizeof(Key) : 0);
    const KeyPack* const packs = reinterpret_cast<const KeyPack*>(keys + before);
    const size_t pack_count = (count - before) / kPack, behind = before + pack_count * kPack;
    const size_t tile = size_t(kCountThreads) * kPacks, stride = gridDim.x * tile;
    for (size_t first = blockIdx.x * tile + threadIdx.x; first < pack_count; first += stride) {
        KeyPack loaded[kPacks];
#pragma unroll
        for (int i = 0; i < kPacks; ++i)
            if (first + i * kCountThreads < pack_count)
                loaded[i] = packs[first + i * kCountThreads];
#pragma unroll
        for (int i = 0; i < kPacks; ++i)
            if (first + i * kCountThreads < pack_count)
#pragma unroll
                for (int k = 0; k < kPack; ++k) own.add(loaded[i].keys[k]);
    }
    if (blockIdx.x == 0) {
        if (threadIdx.x < before) own.add(keys[threadIdx.x]);
        if (behind + threadIdx.x < count) own.add(keys[behind + threadIdx.x]);
    }
    own.flush(counts);
}

/// Launched with one block of kDigits threads.
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

/// One pass, with a block for each tile. `words` are two sets of a word for each tile and digit, of
/// which the one that the first pass uses is 0; each pass clears the other one for the next. Tiles
/// are taken in order by `tickets`, one for each pass, so that no block waits for one that has not
/// started.
extern "C" __global__ void __launch_bounds__(glint::sorting::kThreads, 2)
    sweep(glint::SortDigits digits, int pass, glint::sorting::Buffers buffers,
          glint::sorting::Offset count, const glint::sorting::Plan* plan,
          glint::sorting::Offset* words, unsigned int* tickets) {
    using namespace glint::sorting;
    __shared__ Tile::Storage storage;
    const Step step = plan->steps[pass];
    if (!step.runs) return;
    if (threadIdx.x == 0) storage.tile = atomicAdd(&tickets[pass], 1u);
    __syncthreads();
    const unsigned int number = storage.tile, thread = threadIdx.x;
    const Offset first = Offset(number) * kTile;
    const unsigned int valid = static_cast<unsigned int>(::min(Offset(kTile), count - first));
    Tile tile(storage, digits, pass, valid);

    Key keys[kItems] = {};
    const Key* const from = buffers.keys_at(step.from);
    tile.each(Own(), [&](int k, unsigned int place) { keys[k] = from[first + place]; });
    unsigned int ranks[kItems];
    tile.rank_in_warps(keys, ranks);
    const unsigned int total = tile.total();
    const size_t set = size_t(gridDim.x) * kDigits;
    Counted counted(words + (step.round % 2 ? set : 0) + thread, number);
    if (thread < kDigits) {
        counted.tell_own(total);
        words[(step.round % 2 ? 0 : set) + size_t(number) * kDigits + thread] = 0;
    }
    tile.rank(keys, ranks, total);
#pragma unroll
    for (int k = 0; k < kItems; ++k) storage.keys[ranks[k]] = keys[k];
    Value values[kItems];
    if constexpr (kHasValues)
        tile.each(Own(), [&](int k, unsigned int place) {
            values[k] = buffers.value(step.from, first + place, first + place);
        });
    if (thread < kDigits)
        storage.shift[thread] =
            plan->starts[pass][thread] + counted.before(total) - storage.start[thread];
    __syncthreads();
    Offset places[kItems];
    tile.store(buffers.keys_at(step.to), places);
    if constexpr (kHasValues) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < kItems; ++k) storage.values[ranks[k]] = values[k];
        __syncthreads();
        Value* const to = buffers.values_at(step.to);
        tile.each([](int k) { return k * kThreads + threadIdx.x; },
                  [&](int k, unsigned int place) { to[places[k]] = storage.values[place]; });
    }
}

/// Brings the keys to the result if they ended elsewhere.
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
