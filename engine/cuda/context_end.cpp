#include <glint/cuda/context_end.hpp>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

bool ContextEnd::come(std::string reason) {
    const std::lock_guard lock(mutex_);
    if (has_come_) return false;
    reason_ = std::move(reason);
    has_come_ = true;
    return true;
}

void ContextEnd::refuse() const {
    const std::lock_guard lock(mutex_);
    throw Error(ErrorCode::device_lost, "use " + device_, reason_);
}

}  // namespace glint::driver::cuda
