// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace glint::driver::cuda {

/// The kernels that were launched on a stream since the stream was last known to be idle. If the
/// driver reports a failure, one of them may have failed. Stores a few names, without locks or
/// allocations. If one thread records a name while another thread clears the log, the name may be
/// lost.
class LaunchLog {
public:
    /// Records a launch. `kernel` must outlive this object.
    void note(const std::string& kernel) noexcept;
    void clear() noexcept;

    void add_to(LaunchLog& other) const noexcept;
    /// Returns "kernel 'a'" or "one of the kernels 'a', 'b'". Returns "" if no kernel was recorded.
    std::string describe() const;

private:
    static constexpr std::size_t kMaxNames = 8;
    std::array<std::atomic<const std::string*>, kMaxNames> names_{};
    std::atomic<bool> overflowed_ = false;
};

/// The kernels that may be running in a context. If a failure occurs, one of them may be the cause.
class FaultRecord {
public:
    /// Creates the log of a new stream. After the stream is destroyed, its work continues, so its
    /// kernels remain suspects until the device is known to be idle.
    std::shared_ptr<LaunchLog> add_log();
    /// Stores `name`. Returns a reference that is valid as long as this object.
    const std::string& keep_name(std::string_view name);
    /// Call this when the device is idle: kernels that were launched before have succeeded.
    void clear() noexcept;

    /// Returns LaunchLog::describe() for the combined logs of all streams.
    std::string suspects() const;

private:
    void take_over_ended_streams();

    mutable std::mutex mutex_;
    LaunchLog of_ended_streams_;
    std::vector<std::shared_ptr<LaunchLog>> logs_;
    std::set<std::string, std::less<>> names_;
};

}  // namespace glint::driver::cuda
