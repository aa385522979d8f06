// SPDX-License-Identifier: MIT
// The contexts that this process has opened. Each context has only one backend, so that all users
// of the context share the objects created in it.
#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include <glint/base/error.hpp>
#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/cuda_devices.hpp>
#include <glint/cuda/error_code.hpp>

namespace glint::driver::cuda {
namespace {

class Registry {
public:
    void add(const std::shared_ptr<CudaBackend>& backend) {
        const std::lock_guard lock(mutex_);
        std::erase_if(backends_, [](const auto& old) { return old.expired(); });
        backends_.push_back(backend);
    }

    /// Returns the backends for which `fits` returns true, lost backends last.
    template <class Predicate>
    std::vector<std::shared_ptr<CudaBackend>> find(Predicate fits) {
        std::vector<std::shared_ptr<CudaBackend>> found;
        const std::lock_guard lock(mutex_);
        for (const auto& entry : backends_)
            if (auto backend = entry.lock(); backend && fits(*backend))
                found.push_back(std::move(backend));
        std::ranges::stable_partition(found, [](const auto& it) { return !it->is_lost(); });
        return found;
    }

    /// Lock this mutex while opening or resetting a context.
    std::mutex opening;

private:
    std::mutex mutex_;
    std::vector<std::weak_ptr<CudaBackend>> backends_;
};

Registry& registry() {
    static Registry instance;
    return instance;
}

std::vector<std::shared_ptr<CudaBackend>> primary_backends(int ordinal) {
    return registry().find([=](const CudaBackend& backend) {
        return !backend.is_adopted() && backend.info().ordinal == ordinal;
    });
}

// Ignores an error of the reset: the driver may report the failure of an earlier kernel again, but
// resets the context anyway.
void reset_primary_context(CUdevice device) {
    unsigned flags = 0;
    int active = 0;
    const bool known = api().cuDevicePrimaryCtxGetState(device, &flags, &active) == CUDA_SUCCESS;
    const CUresult result = api().cuDevicePrimaryCtxReset(device);
    if (!is_fatal(result)) check(result, "reset a GPU's primary context");
    api().cuDevicePrimaryCtxRelease(device);
    if (known) api().cuDevicePrimaryCtxSetFlags(device, flags);
}

// Throws if a failure has ended the context. Does not reset the context: a reset would free memory
// that other code may still use, and would seldom make the GPU usable again.
std::shared_ptr<CudaBackend> open_primary(int ordinal) {
    for (const auto& backend : primary_backends(ordinal)) {
        if (!backend->is_retained()) continue;
        (void)backend->context();
        return backend;
    }
    auto backend = std::make_shared<CudaBackend>(ordinal);
    registry().add(backend);
    return backend;
}

unsigned scheduling_flag(HostWait wait) {
    switch (wait) {
        case HostWait::automatic: return CU_CTX_SCHED_AUTO;
        case HostWait::spin: return CU_CTX_SCHED_SPIN;
        case HostWait::yield: return CU_CTX_SCHED_YIELD;
        case HostWait::sleep: return CU_CTX_SCHED_BLOCKING_SYNC;
    }
    return CU_CTX_SCHED_AUTO;
}

int ordinal_of(CUcontext context) {
    const ContextScope scope(context);
    CUdevice device = 0;
    check(api().cuCtxGetDevice(&device), "find the GPU of a CUDA context");
    int ordinal = 0;
    while (device_at(ordinal) != device) ++ordinal;
    return ordinal;
}

}  // namespace

std::shared_ptr<Backend> open(int ordinal) {
    const std::lock_guard lock(registry().opening);
    return open_primary(ordinal);
}

std::shared_ptr<Backend> reset(CudaBackend& old) {
    const std::lock_guard lock(registry().opening);
    if (old.retire()) reset_primary_context(old.device());
    return open_primary(old.info().ordinal);
}

std::shared_ptr<Backend> adopt(void* given) {
    auto* const context = static_cast<CUcontext>(given);
    if (!context)
        throw Error(ErrorCode::invalid_argument, "adopt a CUDA context",
                    "the context is a null pointer");
    const std::lock_guard lock(registry().opening);
    const auto known = registry().find([=](const CudaBackend& backend) {
        return backend.native() == context && !backend.is_lost();
    });
    if (!known.empty()) return known.front();
    auto backend = std::make_shared<CudaBackend>(ordinal_of(context), context);
    registry().add(backend);
    return backend;
}

void set_host_wait(int ordinal, HostWait wait) {
    const CUdevice device = device_at(ordinal);
    unsigned flags = 0;
    int active = 0;
    check(api().cuDevicePrimaryCtxGetState(device, &flags, &active), "read a GPU's flags");
    flags = (flags & ~static_cast<unsigned>(CU_CTX_SCHED_MASK)) | scheduling_flag(wait);
    check(api().cuDevicePrimaryCtxSetFlags(device, flags), "set how threads wait for a GPU");
}

std::shared_ptr<CudaBackend> current_backend() {
    CUcontext current = nullptr;
    if (api().cuCtxGetCurrent(&current) != CUDA_SUCCESS || !current) return nullptr;
    const auto found =
        registry().find([=](const CudaBackend& backend) { return backend.native() == current; });
    return found.empty() ? nullptr : found.front();
}

}  // namespace glint::driver::cuda
