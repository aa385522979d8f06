// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include <glint/backend/detail/backend.hpp>

namespace glint::test {

/// Forwards everything to another stream and counts the launches.
class CountingStream : public driver::Stream {
public:
    explicit CountingStream(std::shared_ptr<driver::Stream> to) : to_(std::move(to)) {}

    int launches() const noexcept { return launches_; }

    void launch(const std::shared_ptr<driver::Module>& module, driver::Kernel& kernel,
                const driver::LaunchShape& shape, std::span<void* const> arguments) override {
        ++launches_;
        to_->launch(module, kernel, shape, arguments);
    }

    void synchronize() override { to_->synchronize(); }
    void drain() noexcept override { to_->drain(); }
    bool is_done() override { return to_->is_done(); }
    void copy(void* to, const void* from, std::size_t size_bytes,
              driver::CopyDirection direction) override {
        to_->copy(to, from, size_bytes, direction);
    }
    void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
              std::size_t count) override {
        to_->fill(to, pattern, element_bytes, count);
    }
    void copy_block(const driver::BlockCopy& copy) override { to_->copy_block(copy); }
    void fill_block(const driver::BlockFill& fill) override { to_->fill_block(fill); }
    void* allocate_temporary(std::size_t size_bytes) override {
        return to_->allocate_temporary(size_bytes);
    }
    void release_temporary(void* address) noexcept override { to_->release_temporary(address); }
    void record(driver::Event& event) override { to_->record(event); }
    void wait(driver::Event& event) override { to_->wait(event); }
    void call(std::function<void()> function) override { to_->call(std::move(function)); }
    int priority() const override { return to_->priority(); }
    unsigned multiprocessors() const noexcept override { return to_->multiprocessors(); }
    bool is_captured() const override { return to_->is_captured(); }
    std::shared_ptr<driver::CaptureScope> capture_scope() const override {
        return to_->capture_scope();
    }
    std::unique_ptr<driver::Mark> mark() override { return to_->mark(); }
    void* native() const noexcept override { return to_->native(); }

private:
    std::shared_ptr<driver::Stream> to_;
    int launches_ = 0;
};

}  // namespace glint::test
