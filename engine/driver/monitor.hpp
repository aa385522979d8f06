// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/driver/device.hpp>

namespace glint {

/// How busy a GPU was during the last moments (a sixth of a second to a second), from 0 to 1.
struct Utilisation {
    double kernels = 0;  ///< part of the time in which a kernel ran, however small
    double memory = 0;   ///< part of the time in which its memory was read or written
};

/// What a GPU's clocks are now, in MHz.
struct ClocksMhz {
    unsigned multiprocessors = 0;
    unsigned memory = 0;
};

/// What the whole GPU does at the moment, for all processes: what `nvidia-smi` shows. Each call
/// asks the management library (libnvidia-ml.so.1, part of the driver) anew, in some microseconds
/// to milliseconds; it waits for no work. Safe to use from many threads.
///
/// Each throws Error(unsupported) for a figure that this GPU does not tell.
class Monitor {
public:
    /// Throws Error(unsupported) for the CPU and where there is no such library, and
    /// Error(not_found) if it does not know the GPU.
    explicit Monitor(const Device& device);

    Utilisation utilisation() const;
    /// Unlike `Device::memory`, `total` counts what the driver keeps for itself.
    DeviceMemoryUse memory() const;
    /// The temperature of the chip, in degrees Celsius.
    double temperature_c() const;
    /// Drawn by the whole board, and the most that it may draw.
    double power_w() const;
    double power_limit_w() const;
    ClocksMhz clocks_mhz() const;

private:
    void* handle_;  // nvmlDevice_t, which nobody frees
};

/// The memory of each GPU that the management library knows, in its order, which need not be
/// CUDA's. Starts no CUDA and opens no device. Empty where there is no such library.
std::vector<DeviceMemoryUse> gpu_memory();

}  // namespace glint
