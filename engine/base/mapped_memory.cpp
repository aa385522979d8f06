// SPDX-License-Identifier: MIT
#include <glint/base/mapped_memory.hpp>

#include <cerrno>
#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace glint {

// Uses msync() with MS_ASYNC, which on Linux only checks that the pages are mapped.
bool is_mapped(const void* address, std::size_t size_bytes) noexcept {
    static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    const std::uintptr_t start = first / page * page;
    return msync(reinterpret_cast<void*>(start), first - start + size_bytes, MS_ASYNC) == 0 ||
           errno != ENOMEM;
}

}  // namespace glint
