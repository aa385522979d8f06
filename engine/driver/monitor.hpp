// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/driver/device.hpp>

namespace glint {

/// A GPU's recent utilization, from 0 to 1: averages over the last 1/6 s to 1 s, depending on the
/// GPU.
struct Utilization {
    double kernels = 0;  ///< fraction of the time when at least one kernel ran
    double memory = 0;   ///< fraction of the time when memory was read or written
};
using Utilisation [[deprecated("use Utilization")]] = Utilization;

/// A GPU's current clocks, in MHz.
struct ClocksMhz {
    unsigned multiprocessors = 0;
    unsigned memory = 0;
};

/// Reports the current state of a GPU, for all processes together, as `nvidia-smi` does. Each
/// function queries the management library (libnvidia-ml.so.1, part of the driver). A query takes
/// microseconds to milliseconds, and does not wait for queued work. Thread-safe.
///
/// Each function throws Error(unsupported) if this GPU does not report its value.
class Monitor {
public:
    /// Finds the GPU. Throws Error(unsupported) for the CPU and if the library is missing. Throws
    /// Error(not_found) if the library does not know the GPU.
    explicit Monitor(const Device& device);

    Utilization utilization() const;
    [[deprecated("use utilization")]] Utilization utilisation() const { return utilization(); }
    /// Returns the GPU's memory. Unlike in `Device::memory`, `total` includes memory that the
    /// driver reserves.
    DeviceMemoryUse memory() const;
    /// Returns the chip's temperature, in degrees Celsius.
    double temperature_c() const;
    /// These functions return the power that the whole board draws, and its power limit, in watts.
    double power_w() const;
    double power_limit_w() const;
    ClocksMhz clocks_mhz() const;

private:
    void* handle_;  // an nvmlDevice_t, which need not be freed
};

/// Returns the memory of each GPU in the management library's order, which may differ from CUDA's.
/// Does not initialize CUDA or open a device. Returns an empty vector if the library is missing.
std::vector<DeviceMemoryUse> gpu_memory();

}  // namespace glint
