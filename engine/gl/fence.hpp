// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <utility>

#include <glint/gl/context.hpp>

namespace glint::gl {

/// A marker in the context's command queue. The device reaches the marker when it has finished all
/// earlier commands.
class Fence {
public:
    /// Inserts the marker into the queue.
    explicit Fence(const Context& context);
    Fence(Fence&& other) noexcept
        : context_(other.context_), sync_(std::exchange(other.sync_, nullptr)) {}
    Fence& operator=(Fence&& other) noexcept;
    ~Fence() { reset(); }

    /// Returns true if the device has reached the marker. Does not wait.
    bool reached() const;

    /// Blocks the calling thread until the device has reached the marker.
    void wait() const;

    /// Blocks the calling thread for at most `limit`. Returns true if the device has reached the
    /// marker.
    bool wait_for(std::chrono::nanoseconds limit) const;

    /// Returns OpenGL's GLsync object.
    void* native() const noexcept { return sync_; }

private:
    const GladGLContext& functions() const;
    void reset() noexcept;

    Context context_;
    void* sync_;
};

}  // namespace glint::gl
