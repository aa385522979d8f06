// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <glint/backend/detail/backend.hpp>

namespace glint::detail {

/// What the host passes when it launches a kernel.
struct HostArguments {
    std::vector<std::size_t> sizes;  ///< 0 stands for a ParameterSet, which grows with its struct
    std::vector<driver::ValueType> types;
};

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

    /// Notes that the host spelled out this signature: each counts from then on.
    void note_signature(std::span<const std::size_t> sizes,
                        std::span<const driver::ValueType> types) const;
    /// Notes a launch whose arguments were listed: the last one counts.
    void note_launch(std::span<const std::size_t> sizes,
                     std::span<const driver::ValueType> types) const;
    /// All that code which comes here has to take.
    std::vector<HostArguments> host_arguments() const;

private:
    mutable std::mutex mutex_;
    Target target_;
    mutable std::vector<HostArguments> signatures_;
    mutable std::optional<HostArguments> launched_;
};

}  // namespace glint::detail
