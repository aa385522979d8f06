#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace glint::driver::cuda {

/// Whether a context still works; once it does not, why. Safe to use from many threads.
class ContextEnd {
public:
    /// `device` is how messages call the GPU: "GPU 0 (NVIDIA H100)".
    explicit ContextEnd(std::string device) : device_(std::move(device)) {}

    bool has_come() const noexcept { return has_come_; }
    /// Whether this call was the first, whose reason stays.
    bool come(std::string reason);
    /// Throws Error(device_lost) with the reason.
    [[noreturn]] void refuse() const;

private:
    const std::string device_;
    std::atomic<bool> has_come_ = false;
    mutable std::mutex mutex_;
    std::string reason_;
};

}  // namespace glint::driver::cuda
