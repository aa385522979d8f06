// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace glint::driver::cuda {

/// Records that a context has ended, and the reason. Thread-safe.
class ContextLife {
public:
    /// `device` is the GPU's name for messages, such as "GPU 0 (NVIDIA H100)".
    explicit ContextLife(std::string device) : device_(std::move(device)) {}

    bool has_ended() const noexcept { return has_ended_; }
    /// Marks the context as ended. The first call stores its reason and returns true.
    bool end(std::string reason);
    /// Throws Error(device_lost) with the stored reason.
    [[noreturn]] void throw_ended() const;

private:
    const std::string device_;
    std::atomic<bool> has_ended_ = false;
    mutable std::mutex mutex_;
    std::string reason_;
};

}  // namespace glint::driver::cuda
