#include <glint/cpu/runtime/fibre_stacks.hpp>

#include <cerrno>
#include <cstring>

#include <sys/mman.h>

#include <glint/base/error.hpp>

namespace glint::cpu {
namespace {

// Stacks a power of two apart would meet in the same few lines of the cache. Each therefore
// starts some lines lower than the one before.
constexpr std::size_t kColours = 61;
constexpr std::size_t kCacheLine = 64;

}  // namespace

FibreStacks::FibreStacks() {
    void* memory = mmap(nullptr, kStackBytes * kCount, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw Error(ErrorCode::out_of_memory, "map stacks for the threads of a block",
                    std::strerror(errno));
    memory_ = static_cast<std::byte*>(memory);
}

FibreStacks::~FibreStacks() { munmap(memory_, kStackBytes * kCount); }

std::byte* FibreStacks::top(std::size_t index) const noexcept {
    return memory_ + kStackBytes * (index + 1) - kCacheLine * (index % kColours);
}

}  // namespace glint::cpu
