// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/driver/device.hpp>

namespace glint {

/// A GPU's recent utilization, averaged over a sixth of a second to a second, from 0 to 1.
struct Utilization {
    double kernels = 0;  ///< fraction of the time in which at least one kernel ran
    double memory = 0;   ///< fraction of the time in which memory was read or written
};
using Utilisation [[deprecated("use Utilization")]] = Utilization;

/// A GPU's current clocks, in MHz.
struct ClocksMhz {
    unsigned multiprocessors = 0;
    unsigned memory = 0;
};

/// The current state of a whole GPU across all processes, as `nvidia-smi` shows it. Each call
/// queries the management library (libnvidia-ml.so.1, part of the driver), which takes microseconds
/// to milliseconds; it does not wait for work. Thread-safe.
///
/// Each function throws Error(unsupported) if this GPU does not report the value.
class Monitor {
public:
    /// Throws Error(unsupported) for the CPU and if the library is missing, and Error(not_found) if
    /// the library does not know the GPU.
    explicit Monitor(const Device& device);

    Utilization utilization() const;
    [[deprecated("use utilization")]] Utilization utilisation() const { return utilization(); }
    /// Unlike in `Device::memory`, `total` includes memory that the driver reserves.
    DeviceMemoryUse memory() const;
    /// Chip temperature, in degrees Celsius.
    double temperature_c() const;
    /// Power drawn by the whole board, and its limit, in watts.
    double power_w() const;
    double power_limit_w() const;
    ClocksMhz clocks_mhz() const;

private:
    void* handle_;  // nvmlDevice_t, which is never freed
};

/// Returns the memory of each GPU in the management library's order, which may differ from CUDA's.
/// Does not initialize CUDA or open a device. Empty if the library is missing.
std::vector<DeviceMemoryUse> gpu_memory();

}  // namespace glint
