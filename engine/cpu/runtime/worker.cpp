#include <glint/cpu/runtime/worker.hpp>

#include <glint/cpu/runtime/memory.hpp>

namespace glint::cpu {

void Worker::FreeMemory::operator()(std::byte* address) const noexcept { release_memory(address); }

Worker& Worker::of_this_thread() {
    static thread_local Worker worker;
    return worker;
}

std::byte* Worker::shared_memory(std::size_t size_bytes) {
    if (size_bytes > shared_bytes_ || !shared_) {
        shared_.reset(static_cast<std::byte*>(allocate_memory(size_bytes)));
        shared_bytes_ = size_bytes;
    }
    return shared_.get();
}

ThreadBlock& Worker::thread_block() {
    if (!thread_block_) thread_block_ = std::make_unique<ThreadBlock>();
    return *thread_block_;
}

}  // namespace glint::cpu
