// SPDX-License-Identifier: MIT
#include <glint/driver/detail/nvml.hpp>

#include <array>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/shared_library.hpp>

namespace glint::driver::nvml {
namespace {

struct Loaded {
    std::optional<Api> api;
    std::string reason;
};

template <class Function>
bool look_up(const SharedLibrary& library, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(library.find(symbol));
    return function != nullptr;
}

bool look_up_all(const SharedLibrary& library, Api& api) {
    return look_up(library, "nvmlInit_v2", api.init) &&
           look_up(library, "nvmlErrorString", api.text) &&
           look_up(library, "nvmlDeviceGetHandleByUUID", api.find) &&
           look_up(library, "nvmlDeviceGetCount_v2", api.count) &&
           look_up(library, "nvmlDeviceGetHandleByIndex_v2", api.at) &&
           look_up(library, "nvmlDeviceGetUtilizationRates", api.utilization) &&
           look_up(library, "nvmlDeviceGetMemoryInfo", api.memory) &&
           look_up(library, "nvmlDeviceGetTemperature", api.temperature) &&
           look_up(library, "nvmlDeviceGetPowerUsage", api.power) &&
           look_up(library, "nvmlDeviceGetEnforcedPowerLimit", api.power_limit) &&
           look_up(library, "nvmlDeviceGetClockInfo", api.clock);
}

Loaded load() {
    const std::array<std::string, 1> names{"libnvidia-ml.so.1"};
    const auto library = SharedLibrary::open(names);
    if (!library) return {{}, "libnvidia-ml.so.1, part of the NVIDIA driver, was not found"};
    Api api;
    if (!look_up_all(*library, api)) return {{}, "libnvidia-ml.so.1 is too old"};
    if (const Result result = api.init(); result != Result::success)
        return {{},
                fmt::format("libnvidia-ml.so.1 could not be initialized: {}", api.text(result))};
    return {api, {}};
}

}  // namespace

const Api& api() {
    static const Loaded loaded = load();
    if (loaded.api) return *loaded.api;
    throw Error(ErrorCode::unsupported, "monitor a GPU", loaded.reason);
}

}  // namespace glint::driver::nvml
