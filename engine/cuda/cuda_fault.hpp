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

/// The kernels launched on a stream since it was last seen idle: the candidates when the driver
/// reports a failure. Keeps a few names, without locks or allocations; a name may be lost if one
/// thread records it while another sees the stream idle.
class LaunchLog {
public:
    /// `kernel` must outlive this object.
    void note(const std::string& kernel) noexcept;
    void clear() noexcept;

    void add_to(LaunchLog& other) const noexcept;
    /// Returns "kernel 'a'", or "one of the kernels 'a', 'b'"; empty if none was recorded.
    std::string describe() const;

private:
    static constexpr std::size_t kMaxNames = 8;
    std::array<std::atomic<const std::string*>, kMaxNames> names_{};
    std::atomic<bool> overflowed_ = false;
};

/// A context's record of the kernels in flight, and of the failure that ended it.
class FaultRecord {
public:
    /// Creates the log of a new stream. Its content is kept after the stream's end, since the
    /// stream's work continues, until the device is seen idle.
    std::shared_ptr<LaunchLog> add_log();
    /// Returns a copy of `name` that lives as long as this object.
    const std::string& keep_name(std::string_view name);
    /// Call when the device was idle: none of the earlier kernels can have failed.
    void clear() noexcept;

    /// Returns LaunchLog::describe for all streams together.
    std::string suspects() const;

private:
    void take_over_ended_streams();

    mutable std::mutex mutex_;
    LaunchLog of_ended_streams_;
    std::vector<std::shared_ptr<LaunchLog>> logs_;
    std::set<std::string, std::less<>> names_;
};

}  // namespace glint::driver::cuda
