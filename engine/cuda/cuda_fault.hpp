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

/// The kernels launched on a stream since it was last seen idle: those that may have failed when
/// the driver says that one did. Kept without a lock or an allocation, for a few names; a name that
/// one thread notes while another sees the stream idle may be lost.
class LaunchLog {
public:
    /// `kernel` must stay as long as this.
    void note(const std::string& kernel) noexcept;
    void clear() noexcept;

    void add_to(LaunchLog& other) const noexcept;
    /// "kernel 'a'", or "one of the kernels 'a', 'b'"; empty if none was noted.
    std::string describe() const;

private:
    static constexpr std::size_t kMostNames = 8;
    std::array<std::atomic<const std::string*>, kMostNames> names_{};
    std::atomic<bool> overflowed_ = false;
};

/// What a context knows about the kernels in flight, and about the failure that ended it.
class FaultRecord {
public:
    /// The log of a stream that is made now. What it holds is kept after the stream's end, since
    /// the stream's work goes on, until the device is seen idle.
    std::shared_ptr<LaunchLog> add_log();
    /// A copy of `name` that lives as long as this.
    const std::string& keep_name(std::string_view name);
    /// The device was idle: no kernel of the past can have failed.
    void clear() noexcept;

    /// LaunchLog::describe of all streams together.
    std::string suspects() const;

private:
    void take_over_ended_streams();

    mutable std::mutex mutex_;
    LaunchLog of_ended_streams_;
    std::vector<std::shared_ptr<LaunchLog>> logs_;
    std::set<std::string, std::less<>> names_;
};

}  // namespace glint::driver::cuda
