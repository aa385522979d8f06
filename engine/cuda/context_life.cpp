// SPDX-License-Identifier: MIT
#include <glint/cuda/context_life.hpp>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

bool ContextLife::end(std::string reason) {
    const std::lock_guard lock(mutex_);
    if (has_ended_) return false;
    reason_ = std::move(reason);
    has_ended_ = true;
    return true;
}

void ContextLife::throw_ended() const {
    const std::lock_guard lock(mutex_);
    throw Error(ErrorCode::device_lost, "use " + device_, reason_);
}

}  // namespace glint::driver::cuda
