// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/runtime/backend.hpp>
#include <glint/cpu/runtime/scheduling/work_queue.hpp>

namespace glint::cpu {

/// A queue that runs its work in order on its own thread. The pool helps with kernels and large
/// copies.
class Stream final : public driver::Stream {
public:
    Stream(std::shared_ptr<Backend> backend, std::shared_ptr<WorkQueue> queue);

    void synchronize() override { queue_->wait(); }
    void drain() noexcept override { queue_->drain(); }
    bool is_done() override { return queue_->is_empty(); }
    void copy(void* to, const void* from, std::size_t size_bytes,
              driver::CopyDirection direction) override;
    void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
              std::size_t count) override;
    void copy_block(const driver::BlockCopy& copy) override;
    void fill_block(const driver::BlockFill& fill) override;
    void* allocate_temporary(std::size_t size_bytes) override;
    void release_temporary(void* address) noexcept override;
    void record(driver::Event& event) override;
    void wait(driver::Event& event) override;
    void launch(const std::shared_ptr<driver::Module>& module, driver::Kernel& kernel,
                const driver::LaunchShape& shape, std::span<void* const> arguments) override;
    void call(std::function<void()> function) override;
    int priority() const override { return 0; }
    unsigned multiprocessors() const noexcept override { return 0; }
    bool is_captured() const override { return queue_->capture_place().has_value(); }
    std::shared_ptr<driver::CaptureScope> capture_scope() const override;
    std::unique_ptr<driver::Mark> mark() override { return queue_->mark(); }
    void* native() const noexcept override { return nullptr; }

    WorkQueue& queue() noexcept { return *queue_; }

private:
    // The order of these members matters. The queue uses the backend's pool, so the queue must be
    // destroyed before the backend.
    std::shared_ptr<Backend> backend_;
    std::shared_ptr<WorkQueue> queue_;
};

/// Returns a function that launches the kernel with the current values of the arguments each time
/// it is called. Throws the errors of KernelRun, and Error(invalid_argument) if the kernel belongs
/// to another backend.
std::function<void()> kernel_task(Backend& backend, const std::shared_ptr<driver::Module>& module,
                                  driver::Kernel& kernel, const driver::LaunchShape& shape,
                                  std::span<void* const> arguments);

/// Returns `stream` as a stream of this backend. Throws Error(invalid_argument) if it belongs to
/// another backend.
Stream& as_cpu_stream(driver::Stream& stream);

}  // namespace glint::cpu
