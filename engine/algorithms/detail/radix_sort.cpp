// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/radix_sort.hpp>

#include <algorithm>

#include <glint/backend/detail/block_copy.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kDigitCount = 256;
constexpr std::size_t kRadixRoom = 2, kSpare = 3;  // indices as in sort_buffers.cuh
constexpr std::size_t kMaxSpareBytes = std::size_t(4) << 30;
constexpr std::size_t kSharedBytes = 36 * 1024;             // limit for the items of a block
constexpr std::size_t kNarrowCount = std::size_t(1) << 30;  // the smallest count that needs 64 bits

// Chooses an algorithm and queues its launches; used for GPUs and CPUs.
class RadixSort {
public:
    RadixSort(Stream& stream, const SortJob& job, const SortDigits& digits)
        : stream_(stream), job_(job), digits_(digits), buffers_(job) {}

    void sort(RadixWay way) {
        if (job_.size == 0) return;
        if (way == RadixWay::automatic) way = best_way();
        switch (way) {
            case RadixWay::serial: return sort_serially();
            case RadixWay::blocks: return sort_by_blocks();
            case RadixWay::wide_sweep: return sort_by_sweeps(true);
            default: return sort_by_sweeps(length() >= kNarrowCount);
        }
    }

private:
    const driver::DeviceInfo& info() const { return stream_.device().info(); }
    std::size_t length() const { return static_cast<std::size_t>(job_.segments.length); }
    bool is_uniform() const { return job_.segments.offsets == nullptr; }

    RadixWay best_way() const {
        if (info().kind == BackendKind::cpu) return RadixWay::serial;
        if (!is_uniform()) return RadixWay::blocks;
        if (length() <= block_tile(length()).size()) return RadixWay::blocks;
        // Sweeps suit segments that are very long, or so few that one block per segment would leave
        // processors idle.
        constexpr std::size_t kLong = std::size_t(1) << 20;
        return job_.segments.count < info().multiprocessors || length() >= kLong ? RadixWay::sweep
                                                                                 : RadixWay::blocks;
    }

    void make_room(std::size_t place, std::size_t count, Allocation (&rooms)[2]) {
        rooms[0] = Allocation(stream_, count, job_.key.size_bytes);
        if (job_.has_values()) rooms[1] = Allocation(stream_, count, job_.value.size_bytes);
        buffers_.set_room(place, rooms[0], rooms[1]);
    }

    // Returns the block tile that wastes the fewest items for segments of at most `most` elements.
    SortTile block_tile(std::size_t most) const {
        for (const auto& [threads, items] :
             {std::pair(32, 2), std::pair(32, 8), std::pair(64, 11), std::pair(128, 11)})
            if (most <= std::size_t(threads) * std::size_t(items))
                return {threads, items_within(job_, kSharedBytes, threads, items)};
        return {256, items_within(job_, 30 * 1024, 256, 11)};
    }
    void sort_by_blocks() {
        constexpr std::size_t kBlockLimit = std::size_t(1) << 24;
        const SortTile tile = block_tile(is_uniform() ? length() : job_.size);
        Allocation rooms[2];
        if (!is_uniform() || length() > tile.size()) make_room(kRadixRoom, job_.size, rooms);
        if (job_.expression) buffers_.set_given(digits_.passes());
        const auto blocks = std::min<std::size_t>(job_.segments.count, kBlockLimit);
        SortKernels(stream_, job_, "algorithms/radix_segments.cu", tile)
            .launch_given("sort_segments", blocks, digits_, buffers_, job_.segments);
    }
    // Returns the buffers of the row that starts at element `first`.
    SortBuffers row_from(std::uint64_t first) const {
        SortBuffers row = buffers_.from(first, job_);
        if (job_.expression) row.set_given(digits_.passes());
        return row;
    }

    SortTile sweep_tile(bool wide) const;
    int log2_copies() const;
    driver::LaunchShape counting_shape() const;
    void sort_by_sweeps(bool wide);
    void sort_serially();
    void sort_chunks(const SortKernels& kernels, std::size_t first_key, std::size_t chunks,
                     Allocation& counts, Allocation& steps);

    Stream& stream_;
    const SortJob& job_;
    const SortDigits& digits_;
    SortBuffers buffers_;
};

// Offsets, in bytes, in the memory where the blocks of a sweep publish their counts. Everything
// before `end_of_zeros` must be set to 0 in advance.
struct SweepControl {
    std::size_t counts, tickets, words, end_of_zeros, plan, size;

    SweepControl(std::size_t tiles, std::size_t passes, std::size_t word_bytes) {
        const std::size_t set_bytes = tiles * kDigitCount * word_bytes;
        counts = 0;
        tickets = passes * kDigitCount * word_bytes;
        words = tickets + 64;
        end_of_zeros = words + set_bytes;
        plan = end_of_zeros + set_bytes;
        size = plan + 512 + passes * kDigitCount * word_bytes;
    }
};

// Two blocks must fit on each multiprocessor, so registers and shared memory limit the tile. Longer
// tiles are better, because each block then writes longer contiguous runs of the result.
SortTile RadixSort::sweep_tile(bool wide) const {
    constexpr std::size_t kThreads = 256, kWords = 48, kCountBytes = kThreads / 32 * 1024;
    constexpr std::size_t kFixedBytes = 5 * 1024;  // shared memory for other data than items
    const std::size_t key_words = (job_.key.size_bytes + 3) / 4,
                      value_words = (job_.value.size_bytes + 3) / 4;
    std::size_t items = kWords / key_words;
    if (job_.has_values()) items = std::min(items - 8, 2 * kWords / (value_words + 1));
    const std::size_t half = info().shared_bytes_per_multiprocessor / 2,
                      most = std::min(info().max_shared_bytes_per_block, half ? half : SIZE_MAX) -
                             kFixedBytes;
    const auto shared_bytes = [&](std::size_t count) {
        const std::size_t keys = (kThreads * count * job_.key.size_bytes + 15) / 16 * 16;
        return std::max(keys, kCountBytes) + kThreads * count * job_.value.size_bytes;
    };
    while (items > 1 && shared_bytes(items) > most) --items;
    return {.threads = kThreads,
            .items = static_cast<int>(items),
            .wide = wide,
            .shared_bytes = shared_bytes(items)};
}

// Returns log2 of the number of copies of each digit's count: one copy per lane if that many copies
// fit into shared memory, otherwise fewer.
int RadixSort::log2_copies() const {
    const std::size_t one = std::size_t(digits_.passes()) * kDigitCount * sizeof(unsigned);
    int log2 = 5;
    while (log2 > 0 && one << log2 > info().max_shared_bytes_per_block) --log2;
    return log2;
}

driver::LaunchShape RadixSort::counting_shape() const {
    constexpr std::size_t kReservedBytes = 1024;
    // Computing keys from an expression takes time, so even blocks with few keys are worthwhile.
    const std::size_t min_keys = job_.expression ? 4 * 1024 : 32 * 1024;
    const std::size_t bytes = std::size_t(digits_.passes()) * kDigitCount * sizeof(unsigned)
                              << log2_copies();
    const std::size_t resident = std::clamp<std::size_t>(
        info().shared_bytes_per_multiprocessor / (bytes + kReservedBytes), 1, 2);
    const std::size_t blocks =
        std::clamp<std::size_t>(length() / min_keys, 1, info().multiprocessors * resident);
    return {.grid = {static_cast<unsigned>(blocks)}, .block = {1024}, .shared_bytes = bytes};
}

void RadixSort::sort_by_sweeps(bool wide) {
    const SortTile tile = sweep_tile(wide);
    const SortKernels counting(stream_, job_, "algorithms/radix_count.cu",
                               {.threads = 1024, .wide = wide});
    const SortKernels kernels(stream_, job_, "algorithms/radix_sweep.cu", tile);
    const std::size_t tiles = (length() + tile.size() - 1) / tile.size();
    const SweepControl at(tiles, sizeof(std::uint64_t), tile.wide ? 8 : 4);
    const Allocation control(stream_, at.size, 1);
    std::byte* const base = static_cast<std::byte*>(control.data());
    Allocation room[2], spare[2];
    make_room(kRadixRoom, length(), room);
    const std::size_t pair_bytes = job_.key.size_bytes + job_.value.size_bytes;
    if (job_.keys.given == job_.keys.result && length() <= kMaxSpareBytes / pair_bytes)
        make_room(kSpare, length(), spare);

    const std::uint64_t count = length();  // kernels with 32-bit counts read only the lower half
    const std::byte zero{};
    void *const counts = base + at.counts, *const tickets = base + at.tickets,
                *const words = base + at.words, *const plan = base + at.plan;
    const std::size_t movers =
        std::clamp<std::size_t>(length() / 8192, 1, std::size_t(info().multiprocessors) * 8);
    for (std::uint64_t row = 0; row < job_.segments.count; ++row) {
        const std::size_t first = row * length();
        const SortBuffers buffers = row_from(first);
        stream_.state().fill_block(driver::fill_of(base, at.end_of_zeros, {&zero, 1}));
        counting.launch_given("count_digits", counting_shape(), first, digits_, buffers, count,
                              counts, log2_copies());
        kernels.launch_threads("make_plan", 1, 256, digits_, buffers, counts, count, plan);
        for (int pass = 0; pass < digits_.passes(); ++pass)
            kernels.launch("sweep", tiles, digits_, pass, buffers, count, plan, words, tickets);
        kernels.launch_threads("finish", movers, 256, buffers, count, plan);
    }
}

// Sorts each long segment with all threads, in chunks, and each shorter segment with one thread.
void RadixSort::sort_serially() {
    constexpr std::size_t kMinChunk = 16 * 1024;
    const SortKernels kernels(stream_, job_, "algorithms/radix_serial.cu", {});
    Allocation rooms[2];
    const bool is_long =
        is_uniform() && length() >= 2 * kMinChunk && job_.segments.count < info().multiprocessors;
    make_room(kRadixRoom, is_long ? length() : job_.size, rooms);
    if (!is_long) {
        const auto blocks = std::min<std::size_t>(job_.segments.count, info().multiprocessors * 8);
        if (job_.expression) buffers_.set_given(digits_.passes());
        kernels.launch_given("sort_segments", blocks, digits_, buffers_, job_.segments);
        return;
    }
    const std::size_t chunks =
        std::min<std::size_t>(length() / kMinChunk, std::size_t(info().multiprocessors) * 4);
    Allocation counts(stream_, chunks * kDigitCount, sizeof(std::size_t));
    Allocation steps(stream_, 16, 3 * sizeof(int));
    for (std::uint64_t row = 0; row < job_.segments.count; ++row)
        sort_chunks(kernels, row * length(), chunks, counts, steps);
}

void RadixSort::sort_chunks(const SortKernels& kernels, std::size_t first_key, std::size_t chunks,
                            Allocation& counts, Allocation& steps) {
    const SortBuffers buffers = row_from(first_key);
    const std::size_t count = length(), step_bytes = 3 * sizeof(int);
    stream_.state().fill(steps.data(), 0, 1, 16 * step_bytes);
    void *const all = counts.data(), *const first = steps.data();
    for (int pass = 0; pass < digits_.passes(); ++pass) {
        kernels.launch_given("count_chunks", chunks, first_key, digits_, pass, buffers, count,
                             first, all);
        kernels.launch("scan_chunks", 1, pass, buffers, count, chunks, first, all);
        kernels.launch("scatter_chunks", chunks, digits_, pass, buffers, count, first, all);
    }
    void* const last = static_cast<std::byte*>(first) + step_bytes * std::size_t(digits_.passes());
    kernels.launch("finish_chunks", chunks, buffers, count, last);
}

// Sorts indices instead of large values, so that each value moves only once, at the end.
void sort_places(Stream& stream, const SortJob& job, const SortDigits& digits, RadixWay way) {
    const std::uint64_t count = job.size;
    const Allocation places(stream, job.size, sizeof(std::uint64_t));
    const Allocation moved(stream, job.size, job.value.size_bytes);
    void *const place = places.data(), *const to = moved.data();
    const std::size_t most = std::size_t(stream.device().info().multiprocessors) * 16;
    const std::size_t blocks = std::min(job.size / 256 + 1, most);
    const SortKernels kernels(stream, job, "algorithms/take_sorted.cu", {.threads = 256});
    kernels.launch("number_places", blocks, count, place);
    SortJob sorted = job;
    sorted.value = kElementType<std::uint64_t>;
    sorted.values = {place, place};
    RadixSort(stream, sorted, digits).sort(way);
    kernels.launch("take_values", blocks, count, place, job.values.given, to);
    stream.state().copy(job.values.result, to, job.size * job.value.size_bytes,
                        driver::CopyDirection::device_to_device);
}

}  // namespace

void radix_sort(Stream& stream, const SortJob& job, const SortDigits& digits, RadixWay way) {
    constexpr std::size_t kMaxMoved = 16;  // larger values are moved only once
    if (job.value.size_bytes > kMaxMoved && job.size > 0)
        sort_places(stream, job, digits, way);
    else
        RadixSort(stream, job, digits).sort(way);
}

}  // namespace glint::detail
