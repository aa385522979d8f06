// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/scheduling/worker.hpp>

#include <pthread.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/runtime/memory/memory.hpp>

namespace glint::cpu {
namespace {

// Number of bytes before shared memory. They contain the header. Invalid accesses slightly before
// shared memory also hit them.
constexpr std::size_t kBytesBefore = 4096;

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

Worker::~Worker() {
    if (shared_.begin != nullptr) unmap_pages(shared_);
}

Worker& Worker::of_this_thread() {
    static thread_local Worker worker;
    return worker;
}

std::byte* Worker::shared_memory(std::size_t size_bytes) {
    const std::size_t bytes = aligned_size(size_bytes, kMaxSharedAlignment);
    if (kBytesBefore + bytes > shared_.size_bytes) {
        const PageRun larger = map_pages(kBytesBefore + bytes);
        if (shared_.begin != nullptr) unmap_pages(shared_);
        shared_ = larger;
    }
    return shared_.end() - bytes;
}

ThreadBlock& Worker::thread_block() {
    if (!thread_block_) thread_block_ = std::make_unique<ThreadBlock>();
    return *thread_block_;
}

}  // namespace glint::cpu
