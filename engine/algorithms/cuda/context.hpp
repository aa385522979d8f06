// SPDX-License-Identifier: MIT
#pragma once

// Included only by the sources in this folder.
#include <mutex>

#include <glint/cuda/api.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

inline CUcontext context_of(const Device& device) {
    return static_cast<CUcontext>(device.native());
}

/// Makes a device's context current while this object exists, for libraries that use the current
/// context.
class [[nodiscard]] DeviceScope {
public:
    explicit DeviceScope(const Device& device) : scope_(context_of(device)) {}

private:
    driver::cuda::ContextScope scope_;
};

/// Calls `release()` while `context` is current. Does nothing if the context was already destroyed.
template <class Release>
void release_in(CUcontext context, Release&& release) noexcept {
    try {
        const driver::cuda::ContextScope scope(context);
        release();
    } catch (const Error&) {
        // The context no longer exists, so its resources are already released.
    }
}

/// Device memory that a library needs for one call, freed in stream order.
class Workspace {
public:
    Workspace(Stream& stream, std::size_t size_bytes)
        : stream_(stream),
          address_(size_bytes > 0 ? stream.state().allocate_temporary(size_bytes) : nullptr) {}
    ~Workspace() {
        if (address_) stream_.state().release_temporary(address_);
    }
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;

    void* data() const noexcept { return address_; }

private:
    Stream& stream_;
    void* address_;
};

}  // namespace glint::detail
