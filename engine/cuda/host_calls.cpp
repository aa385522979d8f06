// SPDX-License-Identifier: MIT
#include <glint/cuda/host_calls.hpp>

#include <utility>

namespace glint::driver::cuda {

void HostFailures::add_current() noexcept {
    const std::lock_guard lock(mutex_);
    if (!first_) first_ = std::current_exception();
}

void HostFailures::rethrow_first() {
    const std::lock_guard lock(mutex_);
    if (first_) std::rethrow_exception(std::exchange(first_, nullptr));
}

void CUDA_CB run_again(void* data) {
    const auto* call = static_cast<const HostCall*>(data);
    try {
        call->function();
    } catch (...) {
        call->failures->add_current();
    }
}

void CUDA_CB run_once(void* data) {
    const std::unique_ptr<HostCall> call(static_cast<HostCall*>(data));
    run_again(call.get());
}

}  // namespace glint::driver::cuda
