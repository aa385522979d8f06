// SPDX-License-Identifier: MIT
// A replacement of libnvidia-ml.so.1 with one GPU, which cannot measure power.
#include <string_view>

#include <glint/driver/detail/nvml.hpp>

using namespace glint::driver::nvml;

extern "C" {

Result nvmlInit_v2() { return Result::success; }
const char* nvmlErrorString(Result result) {
    return result == Result::not_supported ? "Not Supported" : "fake";
}
Result nvmlDeviceGetHandleByUUID(const char* uuid, Device* device) {
    static int gpu = 0;
    *device = &gpu;
    const bool known = std::string_view(uuid) == "GPU-00000000-0000-0000-0000-000000000000";
    return known ? Result::success : Result::not_found;
}
Result nvmlDeviceGetCount_v2(unsigned* count) {
    *count = 1;
    return Result::success;
}
Result nvmlDeviceGetHandleByIndex_v2(unsigned index, Device* device) {
    *device = nullptr;
    return index == 0 ? Result::success : Result::not_found;
}
Result nvmlDeviceGetUtilizationRates(Device, Rates* rates) {
    *rates = {.kernels_percent = 75, .memory_percent = 40};
    return Result::success;
}
Result nvmlDeviceGetMemoryInfo(Device, MemoryUse* use) {
    *use = {.total = 1000, .free = 600, .used = 400};
    return Result::success;
}
Result nvmlDeviceGetTemperature(Device, Sensor sensor, unsigned* celsius) {
    *celsius = 41;
    return sensor == Sensor::chip ? Result::success : Result::not_supported;
}
Result nvmlDeviceGetPowerUsage(Device, unsigned*) { return Result::not_supported; }
Result nvmlDeviceGetEnforcedPowerLimit(Device, unsigned* milliwatts) {
    *milliwatts = 350'500;
    return Result::success;
}
Result nvmlDeviceGetClockInfo(Device, Clock clock, unsigned* mhz) {
    *mhz = clock == Clock::memory ? 2619 : 1980;
    return Result::success;
}

}  // extern "C"
