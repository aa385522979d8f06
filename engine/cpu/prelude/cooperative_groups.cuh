// SPDX-License-Identifier: MIT
#pragma once

// CUDA's cooperative groups: a block, tiles of a warp, and lanes that run together. A barrier for
// the grid is not supported, because the blocks of a grid do not all run at the same time.

namespace cooperative_groups {

/// Shuffles a value of up to 32 bytes.
template <class T>
__glint_device T __glint_wide_shuffle(T value, unsigned int source, unsigned int mask) {
    static_assert(sizeof(T) <= 32, "shuffled values can have at most 32 bytes");
    unsigned long words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
    for (unsigned long& word : words) word = __glint_warp_shuffle(word, source, mask);
    __builtin_memcpy(&value, words, sizeof(T));
    return value;
}

__glint_device unsigned int __glint_thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__glint_device unsigned int __glint_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
__glint_device unsigned int __glint_lanes_below() { return (1u << __glint_lane()) - 1; }
/// Returns the lane in `mask` that has exactly `rank` lanes of `mask` below it.
__glint_device unsigned int __glint_lane_of_rank(unsigned int mask, unsigned int rank) {
    unsigned int lane = 0;
#pragma unroll
    for (unsigned int width = 16; width > 0; width /= 2) {
        const unsigned int below = __popc(mask >> lane & ((1u << width) - 1));
        const bool is_above = rank >= below;
        rank -= is_above ? below : 0;
        lane += is_above ? width : 0;
    }
    return lane;
}

struct thread_block {
    struct arrival_token {};

    __glint_member static void sync() { __syncthreads(); }
    __glint_member static unsigned int thread_rank() { return __glint_thread_rank(); }
    __glint_member static unsigned int num_threads() { return __glint_block_size(); }
    __glint_member static unsigned int size() { return __glint_block_size(); }
    __glint_member static dim3 group_index() { return blockIdx; }
    __glint_member static dim3 thread_index() { return threadIdx; }
    __glint_member static dim3 group_dim() { return blockDim; }
    __glint_member static dim3 dim_threads() { return blockDim; }
    // barrier_arrive() does nothing, because barrier_wait() synchronizes all threads of the block.
    __glint_member static arrival_token barrier_arrive() { return {}; }
    __glint_member static void barrier_wait(arrival_token&&) { __syncthreads(); }
};

struct grid_group {
    __attribute__((device,
                   unavailable("grid-wide synchronization is not supported on the CPU"))) void
    sync() const;
    __glint_member static bool is_valid() { return false; }
    __glint_member static dim3 block_index() { return blockIdx; }
    __glint_member static dim3 dim_blocks() { return gridDim; }
    __glint_member static dim3 group_dim() { return gridDim; }
    __glint_member static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    __glint_member static unsigned long long block_rank() {
        return blockIdx.x +
               gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
    }
    __glint_member static unsigned long long num_threads() {
        return num_blocks() * __glint_block_size();
    }
    __glint_member static unsigned long long size() { return num_threads(); }
    __glint_member static unsigned long long thread_rank() {
        return block_rank() * __glint_block_size() + __glint_thread_rank();
    }
};

/// A group of some lanes of a warp. The lowest lane of the mask has rank 0.
struct coalesced_group {
    unsigned int __mask = 0;
    unsigned int __meta_rank = 0, __meta_size = 1;

    __glint_member void sync() const { __syncwarp(__mask); }
    __glint_member unsigned int num_threads() const { return __popc(__mask); }
    __glint_member unsigned int size() const { return num_threads(); }
    __glint_member unsigned int thread_rank() const {
        return __popc(__mask & __glint_lanes_below());
    }
    __glint_member unsigned int meta_group_rank() const { return __meta_rank; }
    __glint_member unsigned int meta_group_size() const { return __meta_size; }
    // If the group has all 32 lanes, only the low five bits of ranks and deltas count, as in CUDA.
    template <class T>
    __glint_member T shfl(T value, int rank) const {
        const unsigned int lane = num_threads() == 32
                                      ? __glint_lane_at(rank, 32)
                                      : __glint_lane_of_rank(__mask, static_cast<unsigned>(rank));
        return __glint_wide_shuffle(value, lane, __mask);
    }
    template <class T>
    __glint_member T shfl_up(T value, int delta) const {
        const unsigned int lane = num_threads() == 32
                                      ? __glint_lane_up(static_cast<unsigned int>(delta), 32)
                                      : __lane_offset(-1 - delta);
        return __glint_wide_shuffle(value, lane, __mask);
    }
    template <class T>
    __glint_member T shfl_down(T value, unsigned int delta) const {
        const unsigned int lane = num_threads() == 32 ? __glint_lane_down(delta, 32)
                                                      : __lane_offset(static_cast<int>(delta + 1));
        return __glint_wide_shuffle(value, lane, __mask);
    }
    __glint_member int any(int predicate) const { return __any_sync(__mask, predicate); }
    __glint_member int all(int predicate) const { return __all_sync(__mask, predicate); }
    __glint_member unsigned int ballot(int predicate) const {
        return __packed(__ballot_sync(__mask, predicate));
    }
    template <class T>
    __glint_member unsigned int match_any(T value) const {
        return __packed(__match_any_sync(__mask, value));
    }
    template <class T>
    __glint_member unsigned int match_all(T value, int& all_equal) const {
        return __packed(__match_all_sync(__mask, value, &all_equal));
    }

    /// Returns a lane of the group. `place` 1 or -1 means the caller, 2 the next lane, and -2 the
    /// previous lane. Returns the caller's lane if the lane is not in the group.
    __glint_member unsigned int __lane_offset(int place) const {
        const int distance = place > 0 ? place - 1 : place < 0 ? place + 1 : 0;
        const unsigned int rank = thread_rank() + static_cast<unsigned int>(distance);
        return rank < num_threads() ? __glint_lane_of_rank(__mask, rank) : __glint_lane();
    }
    /// Packs the bits of `lanes` that belong to lanes of the group into the low bits.
    __glint_member unsigned int __packed(unsigned int lanes) const {
        unsigned int packed = 0;
        for (unsigned int rest = __mask, rank = 0; rest != 0; rest &= rest - 1, ++rank)
            packed |= (lanes >> (__ffs(rest) - 1) & 1u) << rank;
        return packed;
    }
};

/// A tile of `Size` neighboring lanes of a warp. It does not store its parent group.
template <unsigned int Size>
struct __glint_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "the size of a tile must be 1, 2, 4, 8, 16 or 32");

    __glint_member static unsigned int __first() { return __glint_lane() & ~(Size - 1); }
    __glint_member static unsigned int __lanes() { return 0xffffffffu >> (32 - Size) << __first(); }
    __glint_member static void sync() { __syncwarp(__lanes()); }
    __glint_member static unsigned int thread_rank() { return __glint_lane() & (Size - 1); }
    __glint_member static constexpr unsigned int num_threads() { return Size; }
    __glint_member static constexpr unsigned int size() { return Size; }
    template <class T>
    __glint_member static T shfl(T value, int rank) {
        return __glint_wide_shuffle(value, __glint_lane_at(rank, Size), __lanes());
    }
    template <class T>
    __glint_member static T shfl_up(T value, unsigned int delta) {
        return __glint_wide_shuffle(value, __glint_lane_up(delta, Size), __lanes());
    }
    template <class T>
    __glint_member static T shfl_down(T value, unsigned int delta) {
        return __glint_wide_shuffle(value, __glint_lane_down(delta, Size), __lanes());
    }
    /// If `mask` leads to a lane of another tile, returns the caller's own value.
    template <class T>
    __glint_member static T shfl_xor(T value, unsigned int mask) {
        return __glint_wide_shuffle(value, __glint_lane_xor(mask, Size), __lanes());
    }
    __glint_member static int any(int predicate) { return __any_sync(__lanes(), predicate); }
    __glint_member static int all(int predicate) { return __all_sync(__lanes(), predicate); }
    __glint_member static unsigned int ballot(int predicate) {
        return __ballot_sync(__lanes(), predicate) >> __first();
    }
    template <class T>
    __glint_member static unsigned int match_any(T value) {
        return __match_any_sync(__lanes(), value) >> __first();
    }
    template <class T>
    __glint_member static unsigned int match_all(T value, int& all_equal) {
        return __match_all_sync(__lanes(), value, &all_equal) >> __first();
    }
};

/// A tile of the group `Parent`, which is a block or a larger tile.
template <unsigned int Size, class Parent = void>
struct thread_block_tile : __glint_tile<Size> {
    __glint_member static unsigned int meta_group_rank() { return Parent::thread_rank() / Size; }
    __glint_member static unsigned int meta_group_size() {
        return (Parent::num_threads() + Size - 1) / Size;
    }
};
/// A tile whose parent group is not part of the type.
template <unsigned int Size>
struct thread_block_tile<Size, void> : __glint_tile<Size> {
    unsigned int __meta_rank, __meta_size;

    template <class Parent>
    __glint_member thread_block_tile(const thread_block_tile<Size, Parent>& tile)
        : __meta_rank(tile.meta_group_rank()), __meta_size(tile.meta_group_size()) {}
    __glint_member unsigned int meta_group_rank() const { return __meta_rank; }
    __glint_member unsigned int meta_group_size() const { return __meta_size; }
};

/// A group that is the whole block or some lanes of a warp. The kind is known only at run time.
struct thread_group {
    bool __is_block = true;
    coalesced_group __lanes;

    __glint_member thread_group(thread_block) {}
    __glint_member thread_group(coalesced_group lanes) : __is_block(false), __lanes(lanes) {}
    template <unsigned int Size, class Parent>
    __glint_member thread_group(thread_block_tile<Size, Parent> tile)
        : __is_block(false),
          __lanes{tile.__lanes(), tile.meta_group_rank(), tile.meta_group_size()} {}
    __glint_member void sync() const { __is_block ? __syncthreads() : __lanes.sync(); }
    __glint_member unsigned int num_threads() const {
        return __is_block ? __glint_block_size() : __lanes.num_threads();
    }
    __glint_member unsigned int size() const { return num_threads(); }
    __glint_member unsigned int thread_rank() const {
        return __is_block ? __glint_thread_rank() : __lanes.thread_rank();
    }
};

__glint_device thread_block this_thread_block() { return {}; }
__glint_device grid_group this_grid() { return {}; }
__glint_device coalesced_group coalesced_threads() { return {__glint_active_mask()}; }

template <unsigned int Size, class Parent>
__glint_device thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
    return {};
}
__glint_device thread_block_tile<1> this_thread() {
    return thread_block_tile<1, thread_block_tile<1, thread_block>>();
}
__glint_device thread_group tiled_partition(const thread_block&, unsigned int size) {
    const unsigned int first = __glint_lane() & ~(size - 1);
    return coalesced_group{0xffffffffu >> (32 - size) << first, __glint_thread_rank() / size,
                           (__glint_block_size() + size - 1) / size};
}
/// Returns the tile that contains the caller. A tile has `size` lanes with consecutive ranks.
__glint_device coalesced_group tiled_partition(const coalesced_group& group, unsigned int size) {
    if (group.num_threads() <= size) return group;
    const unsigned int tile = group.thread_rank() / size, next = (tile + 1) * size;
    const unsigned int tiles = (group.num_threads() + size - 1) / size;
    const unsigned int from = 0xffffffffu << __glint_lane_of_rank(group.__mask, tile * size);
    const bool is_last = next >= group.num_threads();
    const unsigned int end = is_last ? 0 : 0xffffffffu << __glint_lane_of_rank(group.__mask, next);
    return {group.__mask & from & ~end, tile, tiles};
}
__glint_device thread_group tiled_partition(const thread_group& group, unsigned int size) {
    if (group.__is_block) return tiled_partition(thread_block(), size);
    return tiled_partition(group.__lanes, size);
}
template <class Group>
__glint_device unsigned int __glint_lanes_of(const Group& group) {
    if constexpr (requires { group.__mask; })
        return group.__mask;
    else
        return group.__lanes();
}
template <class Group>
__glint_device coalesced_group binary_partition(const Group& group, bool predicate) {
    const unsigned int all = __glint_lanes_of(group);
    const unsigned int chosen = __ballot_sync(all, predicate);
    return {predicate ? chosen : all & ~chosen, predicate ? 1u : 0u, 2};
}
template <class Group, class Label>
__glint_device coalesced_group labeled_partition(const Group& group, Label label) {
    const unsigned int own = __match_any_sync(__glint_lanes_of(group), label);
    // The rank of a partition is the number of partitions whose first lane is lower.
    const bool is_first = (own & __glint_lanes_below()) == 0;
    const unsigned int firsts = __ballot_sync(__glint_lanes_of(group), is_first);
    const unsigned int first_bit = own & (0u - own);
    return {own, static_cast<unsigned int>(__popc(firsts & (first_bit - 1))),
            static_cast<unsigned int>(__popc(firsts))};
}

template <class Group>
__glint_device void sync(const Group& group) {
    group.sync();
}
template <class Group>
__glint_device auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template <class Group>
__glint_device auto group_size(const Group& group) {
    return group.num_threads();
}
template <class Group, class Function>
__glint_device void invoke_one(const Group& group, Function function) {
    if (group.thread_rank() == 0) function();
}

}  // namespace cooperative_groups
