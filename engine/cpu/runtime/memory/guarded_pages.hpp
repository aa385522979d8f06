// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace glint::cpu {

/// Pages that are mapped separately from the heap of the host. The `guard_bytes` bytes before and
/// after them are inaccessible, so an access there causes a fault.
struct PageRun {
    std::byte* begin = nullptr;
    std::size_t size_bytes = 0;
    std::size_t guard_bytes = 0;

    std::byte* end() const noexcept { return begin + size_bytes; }
};

/// Maps at least `size_bytes` bytes (more than 0), filled with zeros. Linux limits a process to
/// about 65530 mappings. If the process has used many of them, the pages are mapped without guards.
/// Throws Error(out_of_memory) if the system cannot map more pages.
PageRun map_pages(std::size_t size_bytes);
void unmap_pages(const PageRun& run) noexcept;

/// A cache of freed pages. It reduces the number of pages that are requested from the system.
/// Thread-safe.
class PageCache {
public:
    PageCache() = default;
    ~PageCache();
    PageCache(const PageCache&) = delete;
    PageCache& operator=(const PageCache&) = delete;

    /// Returns pages of this size that were given back. If the cache does not contain any, `begin`
    /// of the result is nullptr.
    PageRun take(std::size_t size_bytes);
    void give_back(const PageRun& run) noexcept;

private:
    bool keep(const PageRun& run);

    std::mutex mutex_;
    std::map<std::size_t, std::vector<PageRun>> free_;  // the key is the size in bytes
    std::size_t free_bytes_ = 0;
};

}  // namespace glint::cpu
