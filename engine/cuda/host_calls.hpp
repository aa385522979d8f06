// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>

#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// What host functions of one stream, or one graph, threw. The driver knows no exceptions.
class HostFailures {
public:
    /// Keeps the exception that is being handled, if it is the first.
    void add_current() noexcept;
    /// Throws the first since the last call that threw.
    void rethrow_first();

private:
    std::mutex mutex_;
    std::exception_ptr first_;
};

/// A host function, as the driver calls it.
struct HostCall {
    std::function<void()> function;
    std::shared_ptr<HostFailures> failures;
};

/// Calls the HostCall that `data` points to, and deletes it.
void CUDA_CB run_once(void* data);
/// Calls the HostCall that `data` points to.
void CUDA_CB run_again(void* data);

}  // namespace glint::driver::cuda
