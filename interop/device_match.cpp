// SPDX-License-Identifier: MIT
#include <glint/interop/device_match.hpp>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include <glint/base/log.hpp>

namespace glint::interop {
namespace {

bool environment_names_device() {
    const char* wish = std::getenv("GLINT_DEVICE");
    return wish && *wish && std::string_view(wish) != "auto";
}

void warn_if_device_may_differ(const gl::Context& context, const Device& taken) {
    const auto all = devices();
    const auto gpus = std::ranges::count(all, BackendKind::cuda, &DeviceInfo::kind);
    if (gpus > 1 && context.vendor().starts_with("NVIDIA"))
        log::warning(
            fmt::format("cannot determine which of the {} GPUs OpenGL draws on. Computing on {}",
                        gpus, taken.name()));
}

}  // namespace

std::optional<driver::Uuid> drawing_gpu(const gl::Context& context) {
    if (const auto uuid = context.device_uuid()) return uuid;
    return gpu_named_by_cuda(context);
}

bool draws_on(const gl::Context& context, const Device& device) {
    return device.kind() == BackendKind::cuda && drawing_gpu(context) == device.info().uuid;
}

Device device_for(const gl::Context& context, std::string_view name) {
    if (name != "auto" || environment_names_device()) return Device::open(name);
    const auto uuid = drawing_gpu(context);
    for (const DeviceInfo& info : devices())
        if (info.kind == BackendKind::cuda && uuid == info.uuid)
            return Device::open(glint::to_string(info.uuid));
    const Device device = Device::open(name);
    if (!uuid) warn_if_device_may_differ(context, device);
    return device;
}

}  // namespace glint::interop
