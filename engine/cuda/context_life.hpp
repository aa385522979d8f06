// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace glint::driver::cuda {

/// Whether a context still works; once it does not, why. Safe to use from many threads.
class ContextLife {
public:
    /// `device` is how messages call the GPU: "GPU 0 (NVIDIA H100)".
    explicit ContextLife(std::string device) : device_(std::move(device)) {}

    bool has_ended() const noexcept { return has_ended_; }
    /// Whether this call was the first, whose reason stays.
    bool end(std::string reason);
    /// Throws Error(device_lost) with the reason.
    [[noreturn]] void throw_ended() const;

private:
    const std::string device_;
    std::atomic<bool> has_ended_ = false;
    mutable std::mutex mutex_;
    std::string reason_;
};

}  // namespace glint::driver::cuda
