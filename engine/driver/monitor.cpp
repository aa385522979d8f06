// SPDX-License-Identifier: MIT
#include <glint/driver/monitor.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/detail/nvml.hpp>

namespace glint {
namespace {

namespace nvml = driver::nvml;

void check_nvml(nvml::Result result, const char* operation) {
    using enum nvml::Result;
    if (result == success) return;
    const ErrorCode code = result == not_supported ? ErrorCode::unsupported
                           : result == not_found   ? ErrorCode::not_found
                                                   : ErrorCode::device;
    throw Error(code, operation, nvml::api().text(result));
}

nvml::Device find(const Device& device) {
    if (device.kind() != BackendKind::cuda)
        throw Error(ErrorCode::unsupported, "monitor a GPU",
                    fmt::format("{} is not a GPU. Use the tools of the operating system instead",
                                device.name()));
    nvml::Device handle = nullptr;
    const std::string uuid = to_string(device.info().uuid);
    check_nvml(nvml::api().find(uuid.c_str(), &handle), "monitor a GPU");
    return handle;
}

double watts(unsigned milliwatts) { return milliwatts / 1000.0; }

}  // namespace

Monitor::Monitor(const Device& device) : handle_(find(device)) {}

Utilization Monitor::utilization() const {
    nvml::Rates rates;
    check_nvml(nvml::api().utilization(handle_, &rates), "read a GPU's utilization");
    return {rates.kernels_percent / 100.0, rates.memory_percent / 100.0};
}

DeviceMemoryUse Monitor::memory() const {
    nvml::MemoryUse use;
    check_nvml(nvml::api().memory(handle_, &use), "read a GPU's memory");
    return {use.free, use.total};
}

double Monitor::temperature_c() const {
    unsigned celsius = 0;
    check_nvml(nvml::api().temperature(handle_, nvml::Sensor::chip, &celsius),
               "read a GPU's temperature");
    return celsius;
}

double Monitor::power_w() const {
    unsigned milliwatts = 0;
    check_nvml(nvml::api().power(handle_, &milliwatts), "read a GPU's power");
    return watts(milliwatts);
}

double Monitor::power_limit_w() const {
    unsigned milliwatts = 0;
    check_nvml(nvml::api().power_limit(handle_, &milliwatts), "read a GPU's power limit");
    return watts(milliwatts);
}

ClocksMhz Monitor::clocks_mhz() const {
    ClocksMhz clocks;
    const auto& clock = nvml::api().clock;
    check_nvml(clock(handle_, nvml::Clock::multiprocessors, &clocks.multiprocessors),
               "read a GPU's clocks");
    check_nvml(clock(handle_, nvml::Clock::memory, &clocks.memory), "read a GPU's clocks");
    return clocks;
}

std::vector<DeviceMemoryUse> gpu_memory() try {
    unsigned count = 0;
    check_nvml(nvml::api().count(&count), "count the GPUs");
    std::vector<DeviceMemoryUse> all;
    for (unsigned i = 0; i < count; ++i) {
        nvml::Device handle = nullptr;
        nvml::MemoryUse use;
        check_nvml(nvml::api().at(i, &handle), "monitor a GPU");
        check_nvml(nvml::api().memory(handle, &use), "read a GPU's memory");
        all.push_back({use.free, use.total});
    }
    return all;
} catch (const Error&) {
    return {};
}

}  // namespace glint
