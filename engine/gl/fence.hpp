// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <utility>

#include <glint/gl/context.hpp>

namespace glint::gl {

/// A mark in the context's queue: reached when the device has done all that was queued before.
class Fence {
public:
    /// Sets the mark now.
    explicit Fence(const Context& context);
    Fence(Fence&& other) noexcept
        : context_(other.context_), sync_(std::exchange(other.sync_, nullptr)) {}
    Fence& operator=(Fence&& other) noexcept;
    ~Fence() { reset(); }

    /// Whether the mark is reached; does not wait.
    bool reached() const;

    /// Waits on the host until the mark is reached.
    void wait() const;

    /// Waits at most so long, and tells whether the mark is reached.
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
