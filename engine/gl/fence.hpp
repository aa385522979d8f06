// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <utility>

#include <glint/gl/context.hpp>

namespace glint::gl {

/// A marker in the context's queue, reached when the device has finished all earlier commands.
class Fence {
public:
    /// Inserts the marker into the queue.
    explicit Fence(const Context& context);
    Fence(Fence&& other) noexcept
        : context_(other.context_), sync_(std::exchange(other.sync_, nullptr)) {}
    Fence& operator=(Fence&& other) noexcept;
    ~Fence() { reset(); }

    /// True if the marker has been reached; does not wait.
    bool reached() const;

    /// Waits on the host until the marker is reached.
    void wait() const;

    /// Waits at most `limit`. Returns true if the marker has been reached.
    bool wait_for(std::chrono::nanoseconds limit) const;

    /// The GLsync.
    void* native() const noexcept { return sync_; }

private:
    const GladGLContext& functions() const;
    void reset() noexcept;

    Context context_;
    void* sync_;
};

}  // namespace glint::gl
