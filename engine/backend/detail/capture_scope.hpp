// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/backend/detail/backend.hpp>

namespace glint::driver {

/// State shared by the streams of one capture. Holding it beyond the end of the capture delays the
/// deferred work.
class CaptureScope {
public:
    /// For a capture into a graph, which has no pool memory.
    CaptureScope() = default;
    /// For a warm-up, whose work is not run. Memory is allocated in the order of `memory_stream`,
    /// which is not part of the warm-up, and is available immediately.
    explicit CaptureScope(std::shared_ptr<Stream> memory_stream)
        : memory_stream_(std::move(memory_stream)) {}
    /// Runs the deferred work.
    ~CaptureScope() {
        for (const auto& work : last_) work();
    }
    CaptureScope(const CaptureScope&) = delete;
    CaptureScope& operator=(const CaptureScope&) = delete;

    bool is_warm_up() const noexcept { return memory_stream_ != nullptr; }
    /// nullptr except for a warm-up.
    const std::shared_ptr<Stream>& memory_stream() const noexcept { return memory_stream_; }

    /// Reason why a stream refuses an operation during the capture.
    std::string_view refusal() const noexcept {
        return is_warm_up() ? "warm_up does not run the work that the function queues. Call the "
                              "function once instead"
                            : "the stream is being captured";
    }

    /// Keeps objects that the captured work uses. The graph takes them over after the capture and
    /// keeps them for its own lifetime.
    void keep(std::shared_ptr<const void> object) {
        const std::lock_guard lock(mutex_);
        kept_.push_back(std::move(object));
    }
    std::vector<std::shared_ptr<const void>> take_retained() {
        const std::lock_guard lock(mutex_);
        return std::exchange(kept_, {});
    }

    /// Defers work until after the capture. Must not throw.
    void add_last(std::function<void()> work) {
        const std::lock_guard lock(mutex_);
        last_.push_back(std::move(work));
    }

private:
    std::shared_ptr<Stream> memory_stream_;
    std::mutex mutex_;
    std::vector<std::function<void()>> last_;
    std::vector<std::shared_ptr<const void>> kept_;
};

/// Returns true if pool memory can be allocated for work of `stream`.
inline bool gives_memory(const Stream& stream) {
    if (!stream.is_captured()) return true;
    const auto scope = stream.capture_scope();
    return scope && scope->is_warm_up();
}

}  // namespace glint::driver
