// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <glint/driver/device.hpp>

namespace glint {

/// A named stretch of host time, from any thread to any other, that NVIDIA's tools (Nsight
/// Systems, Compute) show on their time line. Costs a few nanoseconds where no tool listens, and
/// nothing happens in a build without the CUDA toolkit.
class [[nodiscard]] ProfilerRange {
public:
    explicit ProfilerRange(const std::string& name);
    ~ProfilerRange();
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;

private:
    std::uint64_t id_ = 0;
};

/// Lets a tool that waits for it (`nsys profile -c cudaProfilerApi`, `ncu --profile-from-start
/// off`) record `device` while it lives. On the CPU, which has no such tool, it does nothing.
class [[nodiscard]] ProfilerScope {
public:
    /// Throws Error(device) if the driver refuses.
    explicit ProfilerScope(const Device& device);
    ~ProfilerScope();
    ProfilerScope(const ProfilerScope&) = delete;
    ProfilerScope& operator=(const ProfilerScope&) = delete;

private:
    Device device_;
};

}  // namespace glint
