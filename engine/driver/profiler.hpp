// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <glint/driver/device.hpp>

namespace glint {

/// A named range of host time on the timeline of NVIDIA's tools (Nsight Systems, Nsight Compute).
/// The range may start and end on different threads. It costs a few nanoseconds if no tool is
/// attached, and does nothing in a build without the CUDA toolkit.
class [[nodiscard]] ProfilerRange {
public:
    explicit ProfilerRange(const std::string& name);
    ~ProfilerRange();
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;

private:
    std::uint64_t id_ = 0;
};

/// While this object exists, a profiler that waits for it (`nsys profile -c cudaProfilerApi`,
/// `ncu --profile-from-start off`) records the work of `device`. Does nothing on the CPU, which
/// these profilers do not support.
class [[nodiscard]] ProfilerScope {
public:
    /// Starts the recording. Throws Error(device) if the driver refuses.
    explicit ProfilerScope(const Device& device);
    ~ProfilerScope();
    ProfilerScope(const ProfilerScope&) = delete;
    ProfilerScope& operator=(const ProfilerScope&) = delete;

private:
    Device device_;
};

}  // namespace glint
