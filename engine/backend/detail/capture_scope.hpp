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

/// State that the streams of one capture share. The destructor runs the work that add_last() has
/// added, so an owner that holds this object beyond the capture delays that work.
class CaptureScope {
public:
    /// Creates the scope of a capture into a graph. The captured work cannot use memory from pools.
    CaptureScope() = default;
    /// Creates the scope of a warm-up, whose work is not run. Memory for the warm-up is allocated
    /// immediately, in the order of `memory_stream`, which is not part of the warm-up.
    explicit CaptureScope(std::shared_ptr<Stream> memory_stream)
        : memory_stream_(std::move(memory_stream)) {}
    /// Runs the work that add_last() has added.
    ~CaptureScope() {
        for (const auto& work : last_) work();
    }
    CaptureScope(const CaptureScope&) = delete;
    CaptureScope& operator=(const CaptureScope&) = delete;

    bool is_warm_up() const noexcept { return memory_stream_ != nullptr; }
    /// Returns the stream for allocations of a warm-up, or nullptr in any other capture.
    const std::shared_ptr<Stream>& memory_stream() const noexcept { return memory_stream_; }

    /// Returns the reason why a stream refuses an operation during the capture.
    std::string_view refusal() const noexcept {
        return is_warm_up() ? "warm_up does not run the work that the function queues. Call the "
                              "function once instead"
                            : "the stream is being captured";
    }

    /// Keeps alive an object that the captured work uses. After the capture, the graph takes
    /// ownership of these objects.
    void keep(std::shared_ptr<const void> object) {
        const std::lock_guard lock(mutex_);
        kept_.push_back(std::move(object));
    }
    std::vector<std::shared_ptr<const void>> take_retained() {
        const std::lock_guard lock(mutex_);
        return std::exchange(kept_, {});
    }

    /// Adds work that runs after the capture; see the destructor. The work must not throw.
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

/// Returns true if pools can allocate memory for the work of `stream`.
inline bool gives_memory(const Stream& stream) {
    if (!stream.is_captured()) return true;
    const auto scope = stream.capture_scope();
    return scope && scope->is_warm_up();
}

}  // namespace glint::driver
