#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include <glint/driver/detail/backend.hpp>

namespace glint::detail {

/// Where a kernel lives now. A reload puts the new code here, so kernels that users hold stay
/// valid.
class KernelSlot {
public:
    struct Target {
        std::shared_ptr<driver::Module> module;
        driver::Kernel* kernel = nullptr;
    };

    explicit KernelSlot(Target target) : target_(std::move(target)) {}

    Target get() const {
        const std::lock_guard lock(mutex_);
        return target_;
    }
    /// Returns what was there before.
    Target set(Target target) {
        const std::lock_guard lock(mutex_);
        return std::exchange(target_, std::move(target));
    }

private:
    mutable std::mutex mutex_;
    Target target_;
};

}  // namespace glint::detail
