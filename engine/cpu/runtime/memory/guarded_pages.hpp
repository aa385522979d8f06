// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace glint::cpu {

/// Whole pages from the system, apart from the host's heap. `guard_bytes` before and after them are
/// inaccessible: an access there faults, and touches no other memory.
struct PageRun {
    std::byte* begin = nullptr;
    std::size_t size_bytes = 0;
    std::size_t guard_bytes = 0;

    std::byte* end() const noexcept { return begin + size_bytes; }
};

/// Maps at least `size_bytes`, not 0, of zeros. Linux limits a process to about 65530 mappings;
/// when few are left, pages are mapped without guards. Throws Error(out_of_memory).
PageRun map_pages(std::size_t size_bytes);
void unmap_pages(const PageRun& run) noexcept;

/// Keeps freed pages for reuse, so that fewer are requested from the system. Thread-safe.
class PageCache {
public:
    PageCache() = default;
    ~PageCache();
    PageCache(const PageCache&) = delete;
    PageCache& operator=(const PageCache&) = delete;

    /// Returns pages that were given back; `begin` is nullptr if there are none of that size.
    PageRun take(std::size_t size_bytes);
    void give_back(const PageRun& run) noexcept;

private:
    bool keep(const PageRun& run);

    std::mutex mutex_;
    std::map<std::size_t, std::vector<PageRun>> free_;  // keyed by size
    std::size_t free_bytes_ = 0;
};

}  // namespace glint::cpu
