// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/guarded_pages.hpp>

#include <algorithm>
#include <atomic>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::cpu {
namespace {

constexpr std::size_t kPageBytes = 4096;
constexpr std::size_t kMinGuard = std::size_t{64} << 10;
constexpr std::size_t kMaxGuard = std::size_t{1} << 30;

// Maximum number of bytes in a cache of freed pages.
constexpr std::size_t kMaxFreeBytes = std::size_t{32} << 20;

// Maximum number of runs with guards. Each run with guards needs two or three mappings. Therefore,
// about half of the mappings of a process remain for the stacks of fibers.
constexpr std::size_t kMaxGuardedRuns = 10000;
std::atomic<std::size_t> guarded_runs = 0;

std::size_t whole_pages(std::size_t size_bytes) { return round_up(size_bytes, kPageBytes); }

bool addresses_are_limited() {
    static const bool limited = [] {
        rlimit limit{};
        return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    }();
    return limited;
}

// Returns the size of the guard on each side of a run. The guard is as large as the run, within
// limits, because most out-of-range indices are closer than this. If the address space is limited,
// the guard is a single page.
std::size_t guard_for(std::size_t size_bytes) {
    return addresses_are_limited() ? kPageBytes : std::clamp(size_bytes, kMinGuard, kMaxGuard);
}

std::byte* map(std::size_t size_bytes, int protection) {
    void* memory = mmap(nullptr, size_bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

PageRun map_guarded(std::size_t size_bytes) {
    const std::size_t guard = guard_for(size_bytes), whole = size_bytes + 2 * guard;
    std::byte* memory = map(whole, PROT_NONE);
    if (memory == nullptr) return {};
    if (mprotect(memory + guard, size_bytes, PROT_READ | PROT_WRITE) == 0)
        return {memory + guard, size_bytes, guard};
    munmap(memory, whole);
    return {};
}

[[noreturn]] void throw_out_of_memory(std::size_t size_bytes) {
    throw Error(ErrorCode::out_of_memory,
                fmt::format("allocate {} for the CPU", text::human_bytes(size_bytes)),
                "the system cannot map more pages");
}

}  // namespace

PageRun map_pages(std::size_t size_bytes) {
    const std::size_t bytes = whole_pages(size_bytes);
    if (bytes < size_bytes) throw_out_of_memory(size_bytes);
    if (guarded_runs.fetch_add(1) < kMaxGuardedRuns)
        if (const PageRun run = map_guarded(bytes); run.begin != nullptr) return run;
    --guarded_runs;
    if (std::byte* memory = map(bytes, PROT_READ | PROT_WRITE)) return {memory, bytes, 0};
    throw_out_of_memory(size_bytes);
}

// If the process has reached its limit of mappings, a part of a mapping cannot be unmapped. In this
// case, returns the memory to the system but not the addresses.
void unmap_pages(const PageRun& run) noexcept {
    if (run.guard_bytes > 0) --guarded_runs;
    if (munmap(run.begin - run.guard_bytes, run.size_bytes + 2 * run.guard_bytes) != 0)
        madvise(run.begin, run.size_bytes, MADV_DONTNEED);
}

PageCache::~PageCache() {
    for (const auto& [size_bytes, runs] : free_) std::ranges::for_each(runs, unmap_pages);
}

PageRun PageCache::take(std::size_t size_bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = free_.find(whole_pages(size_bytes));
    if (found == free_.end() || found->second.empty()) return {};
    const PageRun run = found->second.back();
    found->second.pop_back();
    free_bytes_ -= run.size_bytes;
    return run;
}

bool PageCache::keep(const PageRun& run) {
    const std::lock_guard lock(mutex_);
    if (free_bytes_ + run.size_bytes > kMaxFreeBytes) return false;
    free_[run.size_bytes].push_back(run);
    free_bytes_ += run.size_bytes;
    return true;
}

// Unmaps the pages without holding the lock, because it takes a long time to unmap large memory.
void PageCache::give_back(const PageRun& run) noexcept try {
    if (!keep(run)) unmap_pages(run);
} catch (const std::bad_alloc&) {
    unmap_pages(run);
}

}  // namespace glint::cpu
