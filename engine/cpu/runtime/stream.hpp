#pragma once

#include <memory>

#include <glint/cpu/runtime/backend.hpp>
#include <glint/cpu/runtime/work_queue.hpp>
#include <glint/driver/backend.hpp>

namespace glint::cpu {

/// An in-order queue with a thread of its own; the pool helps with kernels and large copies.
class Stream final : public driver::Stream {
public:
    Stream(std::shared_ptr<Backend> backend, std::shared_ptr<WorkQueue> queue);

    void synchronize() override { queue_->wait(); }
    bool is_done() override { return queue_->is_empty(); }
    void copy(void* to, const void* from, std::size_t size_bytes,
              driver::CopyDirection direction) override;
    void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
              std::size_t count) override;
    void copy_to_host(void* to, std::size_t pitch_bytes, const driver::ImageMemory& from) override;
    void copy_from_host(const driver::ImageMemory& to, const void* from,
                        std::size_t pitch_bytes) override;
    void record(driver::Event& event) override;
    void wait(driver::Event& event) override;
    void launch(const std::shared_ptr<driver::Module>& module, driver::Kernel& kernel,
                const driver::LaunchShape& shape, std::span<void* const> arguments) override;
    void call(std::function<void()> function) override;
    std::unique_ptr<driver::Mark> mark() override { return queue_->mark(); }
    void* native() const noexcept override { return nullptr; }

private:
    // In this order: the queue runs dry before the pool that it uses may go.
    std::shared_ptr<Backend> backend_;
    std::shared_ptr<WorkQueue> queue_;
};

}  // namespace glint::cpu
