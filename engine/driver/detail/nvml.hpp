// SPDX-License-Identifier: MIT
#pragma once

// Include this header only in this folder. It declares the NVML functions that glint uses, because
// the toolkit may lack <nvml.h>. See the "NVML API Reference".
#include <optional>
#include <string>

namespace glint::driver::nvml {

using Device = void*;

enum class Result : int { success = 0, not_supported = 3, not_found = 6 };
enum class Sensor : int { chip = 0 };
enum class Clock : int { multiprocessors = 1, memory = 2 };

struct Rates {
    unsigned kernels_percent = 0;
    unsigned memory_percent = 0;
};
struct MemoryUse {
    unsigned long long total = 0;
    unsigned long long free = 0;
    unsigned long long used = 0;
};

struct Api {
    Result (*init)() = nullptr;
    const char* (*text)(Result) = nullptr;
    Result (*find)(const char* uuid, Device*) = nullptr;
    Result (*count)(unsigned*) = nullptr;
    Result (*at)(unsigned index, Device*) = nullptr;
    Result (*utilization)(Device, Rates*) = nullptr;
    Result (*memory)(Device, MemoryUse*) = nullptr;
    Result (*temperature)(Device, Sensor, unsigned* celsius) = nullptr;
    Result (*power)(Device, unsigned* milliwatts) = nullptr;
    Result (*power_limit)(Device, unsigned* milliwatts) = nullptr;
    Result (*clock)(Device, Clock, unsigned* mhz) = nullptr;
};

/// Returns the functions of the library. The first call loads it. Throws Error(unsupported) with
/// the reason if that fails.
const Api& api();

}  // namespace glint::driver::nvml
