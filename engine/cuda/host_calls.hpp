// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>

#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// Exceptions from the host functions of one stream or graph; they cannot propagate through the
/// driver.
class HostFailures {
public:
    /// Stores the current exception if it is the first.
    void add_current() noexcept;
    /// Rethrows the first exception since the last call that threw.
    void rethrow_first();

private:
    std::mutex mutex_;
    std::exception_ptr first_;
};

/// A host function in the form that the driver calls.
struct HostCall {
    std::function<void()> function;
    std::shared_ptr<HostFailures> failures;
};

/// Calls the HostCall that `data` points to, and deletes it.
void CUDA_CB run_once(void* data);
/// Calls the HostCall that `data` points to.
void CUDA_CB run_again(void* data);

}  // namespace glint::driver::cuda
