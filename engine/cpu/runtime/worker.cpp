#include <glint/cpu/runtime/worker.hpp>

#include <pthread.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/runtime/memory.hpp>

namespace glint::cpu {
namespace {

// What goes beyond shared memory by less than this is told from what is elsewhere.
constexpr std::size_t kZoneBytes = 4096;

std::span<std::byte> own_stack() {
    pthread_attr_t attributes;
    void* lowest = nullptr;
    std::size_t size_bytes = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
    pthread_attr_getstack(&attributes, &lowest, &size_bytes);
    pthread_attr_destroy(&attributes);
    return {static_cast<std::byte*>(lowest), size_bytes};
}

}  // namespace

Worker::Worker() : stack_(own_stack()) {}

void Worker::FreeMemory::operator()(std::byte* address) const noexcept { release_memory(address); }

Worker& Worker::of_this_thread() {
    static thread_local Worker worker;
    return worker;
}

std::byte* Worker::shared_memory(std::size_t size_bytes) {
    if (size_bytes > shared_bytes_ || !shared_) {
        shared_.reset(static_cast<std::byte*>(
            allocate_memory_with_zones(size_bytes + kMostSharedAlignment, kZoneBytes)));
        shared_bytes_ = size_bytes;
    }
    std::byte* const start = shared_.get() + kZoneBytes;
    const auto beyond = reinterpret_cast<std::uintptr_t>(start) % kMostSharedAlignment;
    return beyond == 0 ? start : start + (kMostSharedAlignment - beyond);
}

ThreadBlock& Worker::thread_block() {
    if (!thread_block_) thread_block_ = std::make_unique<ThreadBlock>();
    return *thread_block_;
}

}  // namespace glint::cpu
