// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/key_ranks.hpp>

#include <algorithm>

#include <glint/array/detail/storage.hpp>
#include <glint/backend/detail/block_copy.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/kernels/algorithms/sizes.cuh>
#include <glint/kernels/algorithms/sought_key.cuh>

namespace glint::detail {
namespace {

constexpr int kRankThreads = sorting::kSelectThreads;

std::size_t blocks_for(std::size_t count) { return ceil_div(count, kRankThreads); }

using Sought = sorting::SoughtKey<std::uint64_t>;

// Returns the number of blocks per line: enough for all processors, but each block gets at least
// 4096 keys.
unsigned parts_of_lines(const Stream& stream, const SortJob& job) {
    const std::size_t wanted = std::size_t(stream.device().info().multiprocessors) * 8;
    const auto most = static_cast<std::size_t>(job.segments.length / 4096);
    const auto lines = static_cast<std::size_t>(job.segments.count);
    return static_cast<unsigned>(
        std::clamp<std::size_t>(std::min(wanted / lines, most), 1, 1 << 16));
}

class RankSelection {
public:
    RankSelection(Stream& stream, const SortJob& job, const SortDigits& digits)
        : stream_(stream),
          job_(job),
          digits_(digits),
          kernels_(stream, job, "algorithms/key_ranks.cu", {.threads = kRankThreads}),
          sought_(stream, lines(), sizeof(Sought)),
          parts_(parts_of_lines(stream, job)) {}

    /// Finds the key of this rank in each line, and stores the state of each finished search in
    /// `sought_`.
    void find(std::uint64_t rank) {
        const Sought first{.rank = rank, .prefix = 0};
        const std::byte zero{};
        const Allocation memory(stream_, lines(), kDigitCount * sizeof(std::uint64_t));
        stream_.state().fill_block(
            driver::fill_of(sought_.data(), lines(), std::as_bytes(std::span(&first, 1))));
        stream_.state().fill_block(driver::fill_of(
            memory.data(), lines() * kDigitCount * sizeof(std::uint64_t), {&zero, 1}));
        void *const counts = memory.data(), *const sought = sought_.data();
        for (int pass = digits_.passes() - 1; pass >= 0; --pass) {
            kernels_.launch_given("count_candidates", lines() * parts_, digits_, pass,
                                  job_.segments.length, parts_, sought, counts);
            kernels_.launch("choose_digit", lines(), counts, sought);
        }
    }
    void write_keys(void* keys) {
        void* const sought = sought_.data();
        kernels_.launch("sought_keys", blocks_for(lines()), digits_, job_.segments.count, sought,
                        keys);
    }
    void collect(std::uint64_t wanted) {
        const Allocation memory(stream_, lines() * parts_, 2 * sizeof(std::uint64_t));
        void *const found = memory.data(), *const sought = sought_.data();
        const std::uint64_t length = job_.segments.length;
        kernels_.launch_given("count_found", lines() * parts_, digits_, length, parts_, sought,
                              found);
        kernels_.launch("add_found", blocks_for(lines()), job_.segments.count, parts_, found);
        kernels_.launch_given("collect_found", lines() * parts_, digits_, length, parts_, wanted,
                              sought, found, job_.keys.result, job_.values.result);
    }

private:
    static constexpr std::size_t kDigitCount = 256;

    std::size_t lines() const { return static_cast<std::size_t>(job_.segments.count); }

    Stream& stream_;
    const SortJob& job_;
    const SortDigits& digits_;
    SortKernels kernels_;
    Allocation sought_;
    unsigned parts_;
};

// True if the lines are so short, or so many, that sorting is faster than searching.
bool are_short(const SortJob& job) {
    return job.segments.length <= 2048 ||
           (job.segments.length <= 65536 && job.segments.count > 4096);
}

void copy_columns(Stream& stream, void* to, const Allocation& from, std::size_t first,
                  std::size_t count, const SortJob& job, std::size_t element_bytes) {
    const std::size_t pitch = static_cast<std::size_t>(job.segments.length) * element_bytes;
    const std::size_t bytes = count * element_bytes;
    stream.state().copy_block(
        {.to = driver::Rows{.data = to,
                            .side = driver::MemorySide::device,
                            .pitch_bytes = bytes,
                            .slice_bytes = bytes},
         .from = driver::Rows{.data = static_cast<std::byte*>(from.data()) + first * element_bytes,
                              .side = driver::MemorySide::device,
                              .pitch_bytes = pitch,
                              .slice_bytes = pitch},
         .extent = {bytes, static_cast<std::size_t>(job.segments.count), 1}});
}

// The result of sorting all keys of a job.
struct Sorted {
    Sorted(Stream& stream, const SortJob& job, const SortDigits& digits)
        : keys(stream, job.size, job.key.size_bytes),
          places(job.has_values() ? Allocation(stream, job.size, job.value.size_bytes)
                                  : Allocation()) {
        SortJob sorted = job;
        sorted.keys.result = keys.data();
        sorted.values.result = places.data();
        radix_sort(stream, sorted, digits);
    }

    Allocation keys, places;
};

// Returns the number of parts into which keep_first() divides each line, or 0 if another method is
// faster. Parts are long enough that, for any order of the keys, finding their first keys takes no
// longer than counting all digits. Returns 0 for expressions, because their keys would be evaluated
// twice, and the two results might differ.
unsigned first_key_parts(const Stream& stream, const SortJob& job, std::uint64_t count) {
    const driver::DeviceInfo& info = stream.device().info();
    if (info.kind != BackendKind::cpu || job.expression) return 0;
    const auto most = static_cast<unsigned>(
        std::min<std::uint64_t>(parts_of_lines(stream, job), job.segments.length / count / 1024));
    return most * job.segments.count >= info.multiprocessors ? most : 0;
}

// Finds the first keys and indices of each part of a line, then merges the parts.
void keep_first(Stream& stream, const SortJob& job, const SortDigits& digits, std::uint64_t count,
                unsigned parts) {
    const auto lines = static_cast<std::size_t>(job.segments.count);
    const Allocation memory(stream, lines * parts * static_cast<std::size_t>(count),
                            sizes::kCandidateBytes);
    void* const found = memory.data();
    const SortKernels kernels(stream, job, "algorithms/first_serial.cu", {});
    kernels.launch("keep_first", lines * parts, job.keys.given, digits, job.segments.length, parts,
                   count, found);
    kernels.launch("merge_first", lines, job.keys.given, job.segments.length, parts, count, found,
                   job.keys.result, job.values.result);
}

// Finds the first keys and indices by sorting all keys.
void sort_first(Stream& stream, const SortJob& job, const SortDigits& digits, std::size_t count) {
    const Sorted sorted(stream, job, digits);
    copy_columns(stream, job.keys.result, sorted.keys, 0, count, job, job.key.size_bytes);
    if (job.has_values())
        copy_columns(stream, job.values.result, sorted.places, 0, count, job, job.value.size_bytes);
}

}  // namespace

// For three or more ranks, sorts all keys, because separate searches would read more memory than a
// sort moves.
void select_keys(Stream& stream, const SortJob& job, const SortDigits& digits,
                 std::span<const std::uint64_t> ranks) {
    auto* to = static_cast<std::byte*>(job.keys.result);
    const std::size_t bytes = static_cast<std::size_t>(job.segments.count) * job.key.size_bytes;
    if (are_short(job) || ranks.size() > 2) {
        const Sorted sorted(stream, job, digits);
        for (const std::uint64_t rank : ranks) {
            copy_columns(stream, to, sorted.keys, static_cast<std::size_t>(rank), 1, job,
                         job.key.size_bytes);
            to += bytes;
        }
        return;
    }
    RankSelection selection(stream, job, digits);
    for (const std::uint64_t rank : ranks) {
        selection.find(rank);
        selection.write_keys(to);
        to += bytes;
    }
}

void select_first(Stream& stream, const SortJob& job, const SortDigits& digits,
                  std::uint64_t count) {
    if (const unsigned parts = first_key_parts(stream, job, count))
        return keep_first(stream, job, digits, count, parts);
    if (are_short(job)) return sort_first(stream, job, digits, static_cast<std::size_t>(count));
    RankSelection selection(stream, job, digits);
    selection.find(count - 1);
    selection.collect(count);
    SortJob sorted = job;
    sorted.numbered = false;
    sorted.expression = nullptr;
    sorted.keys.given = job.keys.result;
    sorted.values.given = job.values.result;
    sorted.segments.length = count;
    sorted.size = static_cast<std::size_t>(count * job.segments.count);
    radix_sort(stream, sorted, digits);
}

bool is_in_order(Stream& stream, const SortJob& job, const SortDigits& digits) {
    if (job.size < 2) return true;
    const SortKernels kernels(stream, job, "algorithms/check_order.cu", {.threads = kRankThreads});
    const Allocation memory(stream, 1, sizeof(std::uint32_t));
    void* const unordered = memory.data();
    const std::uint64_t size = job.size;
    const std::size_t most = std::size_t(stream.device().info().multiprocessors) * 16;
    stream.state().fill(unordered, 0, sizeof(std::uint32_t), 1);
    kernels.launch_given("check_order", std::min(blocks_for(job.size), most), digits,
                         job.segments.length, size, unordered);
    std::uint32_t found = 0;
    download(stream, &found, {unordered, row_major(1), sizeof(found)});
    return found == 0;
}

}  // namespace glint::detail
