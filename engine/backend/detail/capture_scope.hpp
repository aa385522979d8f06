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

/// What the streams of one capture share. Whoever holds it longer than the capture lasts puts off
/// what was left for its end.
class CaptureScope {
public:
    /// Of a capture whose work a graph does. It has no memory of pools.
    CaptureScope() = default;
    /// Of a warm-up, whose work nobody does. Memory is taken in the order of `memory_stream`, which
    /// takes no part in it, and is there at once.
    explicit CaptureScope(std::shared_ptr<Stream> memory_stream)
        : memory_stream_(std::move(memory_stream)) {}
    /// Calls what was added last.
    ~CaptureScope() {
        for (const auto& work : last_) work();
    }
    CaptureScope(const CaptureScope&) = delete;
    CaptureScope& operator=(const CaptureScope&) = delete;

    bool is_warm_up() const noexcept { return memory_stream_ != nullptr; }
    /// nullptr but for a warm-up.
    const std::shared_ptr<Stream>& memory_stream() const noexcept { return memory_stream_; }

    /// Why a stream refuses what it cannot do meanwhile.
    std::string_view refusal() const noexcept {
        return is_warm_up() ? "warm_up runs nothing of what its function queues; call that once "
                              "instead"
                            : "the stream is being captured";
    }

    /// Keeps what the captured work uses as long as the graph does, which takes it behind the
    /// capture.
    void keep(std::shared_ptr<const void> object) {
        const std::lock_guard lock(mutex_);
        kept_.push_back(std::move(object));
    }
    std::vector<std::shared_ptr<const void>> take_kept() {
        const std::lock_guard lock(mutex_);
        return std::exchange(kept_, {});
    }

    /// Work for the time after the capture. Must not throw.
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

/// Whether memory of pools can be taken for work of `stream`.
inline bool gives_memory(const Stream& stream) {
    if (!stream.is_captured()) return true;
    const auto scope = stream.capture_scope();
    return scope && scope->is_warm_up();
}

}  // namespace glint::driver
