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

/// The sizes and types of the arguments with which host code launches a kernel.
struct HostArguments {
    std::vector<std::size_t> sizes;  ///< 0 for a ParameterSet, whose size changes with its struct
    std::vector<driver::ValueType> types;
};

/// Holds the current code of a kernel. A reload replaces the code here, so that the kernel objects
/// of user code stay valid.
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
    /// Replaces the code. Returns the previous code.
    Target set(Target target) {
        const std::lock_guard lock(mutex_);
        return std::exchange(target_, std::move(target));
    }

    /// Records a signature that host code declares. All code that is loaded later must match it.
    void note_signature(std::span<const std::size_t> sizes,
                        std::span<const driver::ValueType> types) const;
    /// Records the arguments of a launch of an AnyKernel. Only the last launch is stored.
    void note_launch(std::span<const std::size_t> sizes,
                     std::span<const driver::ValueType> types) const;
    /// Returns the recorded signatures and launches. New code must accept the arguments of all of
    /// them.
    std::vector<HostArguments> host_arguments() const;

private:
    mutable std::mutex mutex_;
    Target target_;
    mutable std::vector<HostArguments> signatures_;
    mutable std::optional<HostArguments> launched_;
};

}  // namespace glint::detail
