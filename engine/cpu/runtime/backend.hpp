// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include <glint/backend/detail/backend.hpp>
#include <glint/base/process.hpp>
#include <glint/cpu/runtime/faults/watchdog.hpp>
#include <glint/cpu/runtime/kernel_run.hpp>
#include <glint/cpu/runtime/memory/allocations.hpp>
#include <glint/cpu/runtime/memory/host_memory.hpp>
#include <glint/cpu/runtime/scheduling/thread_pool.hpp>
#include <glint/cpu/runtime/scheduling/work_queue.hpp>
#include <glint/cpu/runtime/trace.hpp>

namespace glint::cpu {

/// The CPU as a device. Its memory is the memory of the host, and its multiprocessors are CPU
/// threads.
class Backend final : public driver::Backend {
public:
    /// Throws Error(invalid_argument) if the value of `$GLINT_CPU_TIME_LIMIT` is not a valid time.
    Backend();
    ~Backend() override { close_owned(); }
    Backend(const Backend&) = delete;
    Backend& operator=(const Backend&) = delete;

    ThreadPool& pool() noexcept { return pool_; }
    Allocations& allocations() noexcept { return allocations_; }
    const Trace& trace() const noexcept { return trace_; }

    /// Returns the resources that kernels need to run.
    RunContext run_context() noexcept {
        return {.pool = pool_, .allocations = allocations_, .watchdog = watchdog_};
    }

    const driver::DeviceInfo& info() const noexcept override { return info_; }
    std::size_t free_memory_bytes() const override;
    /// Waits for all streams. If several streams have failed, throws the failure of the stream that
    /// was created first.
    void synchronize() override;

    std::optional<int> attribute(DeviceAttribute which) const override;
    bool is_lost() const noexcept override { return false; }
    /// Clears all failures and returns this backend, because no kernel can make it unusable.
    std::shared_ptr<driver::Backend> reset() override;
    void* native() const noexcept override { return nullptr; }
    driver::ContextSettings* settings() noexcept override { return nullptr; }

    void* allocate(std::size_t size_bytes, driver::MemoryKind kind) override;
    void release(void* address, driver::MemoryKind kind) noexcept override;
    /// Returns nullopt if the memory range is valid. Otherwise, describes the error, for example an
    /// address past the end of a buffer or in freed memory.
    std::optional<std::string> memory_fault(const void* address, std::size_t size_bytes,
                                            driver::MemorySide side) const override;
    std::optional<std::string> launch_fault(const void* address,
                                            std::size_t size_bytes) const override {
        return memory_fault(address, size_bytes, driver::MemorySide::device);
    }
    driver::MemoryServices& memory() noexcept override { return memory_; }
    /// Waits for all streams. Does not throw failures of queued work. The next wait for the failed
    /// stream throws them.
    void drain() noexcept;

    driver::ImageMemory allocate_image(const driver::ImageShape& shape) override;
    void release_image(const driver::ImageMemory& image) noexcept override;
    driver::ImageMemory image_level(const driver::ImageMemory& image, unsigned level) override;
    std::uint64_t create_surface(const driver::ImageMemory& image) override;
    void destroy_surface(std::uint64_t surface) noexcept override;
    std::uint64_t create_texture(const driver::ImageMemory& image,
                                 const driver::TextureOptions& options) override;
    void destroy_texture(std::uint64_t texture) noexcept override;

    StreamPriorities stream_priorities() const override { return {}; }
    std::unique_ptr<driver::Stream> create_stream(const StreamOptions& options) override;
    std::unique_ptr<driver::Event> create_event(const EventOptions& options) override;
    std::shared_ptr<driver::Graph> create_graph() override;

    // These functions need features that a CPU does not have. They throw Error(unsupported) with a
    // message that suggests an alternative.
    driver::ImageMemory foreign_image(void* native, unsigned levels) override;
    std::unique_ptr<driver::Stream> wrap_stream(void* native) override;
    std::unique_ptr<driver::Event> wrap_event(void* native) override;
    std::unique_ptr<driver::Stream> default_stream(bool of_thread) override;
    std::vector<std::byte> link(std::span<const driver::LinkPart> parts,
                                const driver::ModuleOptions& options) override;
    driver::PartitionParts partition(unsigned multiprocessors, unsigned groups) override;
    driver::TensorMapBytes encode_tensor_map(const driver::TensorMapLayout& layout) override;

    std::shared_ptr<driver::Module> load_owned_module(std::span<const std::byte> image) override;
    std::shared_ptr<driver::Module> load_module(std::span<const std::byte> image,
                                                const driver::ModuleOptions& options) override;

private:
    std::shared_ptr<Backend> self();
    std::vector<std::shared_ptr<WorkQueue>> live_queues();
    void* allocate_or_drain(std::size_t size_bytes, driver::MemoryKind kind);

    const detail::Process process_;
    const Trace trace_;
    Allocations allocations_;
    HostMemory memory_{*this};
    Watchdog watchdog_;
    ThreadPool pool_;
    driver::DeviceInfo info_;
    std::mutex mutex_;
    std::vector<std::weak_ptr<WorkQueue>> queues_;
};

}  // namespace glint::cpu
