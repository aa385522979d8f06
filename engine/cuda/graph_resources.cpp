// SPDX-License-Identifier: MIT
#include <glint/cuda/graph_resources.hpp>

#include <utility>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

GraphResources::GraphResources(std::shared_ptr<CudaBackend> backend)
    : backend_(std::move(backend)), own_failures_(backend_->create_failures()) {}

GraphResources::~GraphResources() {
    if (calls_.empty() && kept_.empty()) return;
    try {
        const ContextScope scope(backend_->context());
        api().cuCtxSynchronize();
    } catch (const Error&) {
        // Nothing to wait for: the context is lost, and its work has ended.
    }
}

void GraphResources::keep(std::shared_ptr<const void> object) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(object));
}

void GraphResources::keep_handle(std::shared_ptr<const void> handle) {
    const std::lock_guard lock(mutex_);
    handles_.insert(std::move(handle));
}

void GraphResources::keep_child(const std::shared_ptr<const GraphResources>& child) {
    if (child->has_priorities()) note_priority();
    const auto failures = child->failures();
    const std::lock_guard lock(mutex_);
    handles_.insert(child);
    failures_.insert(failures_.end(), failures.begin(), failures.end());
    if (!failures.empty()) has_calls_ = true;
}

HostCall& GraphResources::add_call(std::function<void()> function) {
    const std::lock_guard lock(mutex_);
    if (calls_.empty()) failures_.push_back(own_failures_);
    has_calls_ = true;
    return calls_.emplace_back(std::move(function), own_failures_);
}

// Takes the lock only if the graph contains host calls, because each launch calls this function.
std::vector<std::shared_ptr<HostFailures>> GraphResources::failures() const {
    if (!has_calls_.load(std::memory_order_relaxed)) return {};
    const std::lock_guard lock(mutex_);
    return failures_;
}

}  // namespace glint::driver::cuda
