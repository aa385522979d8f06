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

/// The arguments that the host passes to launch a kernel.
struct HostArguments {
    std::vector<std::size_t> sizes;  ///< 0 for a ParameterSet, which grows with its struct
    std::vector<driver::ValueType> types;
};

/// The current code of a kernel. A reload stores the new code here, so that kernels held by users
/// stay valid.
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
    /// Returns the previous target.
    Target set(Target target) {
        const std::lock_guard lock(mutex_);
        return std::exchange(target_, std::move(target));
    }

    /// Records a signature given in host code. It stays in effect for all reloads.
    void note_signature(std::span<const std::size_t> sizes,
                        std::span<const driver::ValueType> types) const;
    /// Records a launch with a list of arguments; only the last such list is stored.
    void note_launch(std::span<const std::size_t> sizes,
                     std::span<const driver::ValueType> types) const;
    /// Returns all argument lists that new code must accept.
    std::vector<HostArguments> host_arguments() const;

private:
    mutable std::mutex mutex_;
    Target target_;
    mutable std::vector<HostArguments> signatures_;
    mutable std::optional<HostArguments> launched_;
};

}  // namespace glint::detail
