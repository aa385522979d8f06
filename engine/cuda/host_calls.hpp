// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>

#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// Exceptions from the host functions of one stream or one graph. The driver cannot propagate them
/// to the caller.
class HostFailures {
public:
    /// Stores the current exception, unless an exception is already stored.
    void add_current() noexcept;
    /// Rethrows the stored exception, if any, and removes it.
    void rethrow_first();

private:
    std::mutex mutex_;
    std::exception_ptr first_;
};

/// A host function and the object that stores its exceptions. The driver passes a pointer to this
/// struct to run_once() or run_again().
struct HostCall {
    std::function<void()> function;
    std::shared_ptr<HostFailures> failures;
};

/// Calls the HostCall that `data` points to, and deletes the HostCall.
void CUDA_CB run_once(void* data);
/// Calls the HostCall that `data` points to. The HostCall can be called again.
void CUDA_CB run_again(void* data);

}  // namespace glint::driver::cuda
