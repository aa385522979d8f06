// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/fiber_stacks.hpp>

#include <atomic>
#include <cerrno>
#include <cstring>

#include <sys/mman.h>

#include <glint/base/error.hpp>

namespace glint::cpu {
namespace {

// Each stack starts some cache lines lower than the previous stack. Otherwise, the distance between
// stacks would be a power of two, and they would compete for the same few cache lines.
constexpr std::size_t kColors = 61;
constexpr std::size_t kCacheLine = 64;

// Argument of madvise. With Linux 6.13 and later, guard pages need no separate mappings.
constexpr int kInstallGuard = 102;

// Maximum number of guards that need mappings. Each of them splits a mapping in two, and Linux
// limits a process to 65530 mappings.
constexpr std::size_t kMaxMappedGuards = 16384;
std::atomic<std::size_t> mapped_guards = 0;

bool protect(std::byte* page) {
    if (mapped_guards.fetch_add(1) < kMaxMappedGuards &&
        mprotect(page, FiberStacks::kGuardBytes, PROT_NONE) == 0)
        return true;
    --mapped_guards;
    return false;
}

}  // namespace

FiberStacks::FiberStacks() {
    void* memory = mmap(nullptr, kStackBytes * kCount, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw Error(ErrorCode::out_of_memory, "map stacks for the threads of a block",
                    std::strerror(errno));
    memory_ = static_cast<std::byte*>(memory);
}

FiberStacks::~FiberStacks() {
    munmap(memory_, kStackBytes * kCount);
    mapped_guards -= mapped_guards_;
}

void FiberStacks::guard(std::size_t count) noexcept {
    for (; guarded_ < count; ++guarded_) {
        std::byte* page = memory_ + kStackBytes * guarded_;
        if (madvise(page, kGuardBytes, kInstallGuard) != 0 && protect(page)) ++mapped_guards_;
    }
}

std::byte* FiberStacks::top(std::size_t index) const noexcept {
    return memory_ + kStackBytes * (index + 1) - kCacheLine * (index % kColors);
}

}  // namespace glint::cpu
