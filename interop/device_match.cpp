#include <glint/interop/device_match.hpp>

#include <algorithm>
#include <cstdlib>

namespace glint::interop {
namespace {

bool environment_names_a_device() {
    const char* wish = std::getenv("GLINT_DEVICE");
    return wish && *wish && std::string_view(wish) != "auto";
}

}  // namespace

bool draws_on(const gl::Context& context, const Device& device) {
    return device.kind() == BackendKind::cuda && context.device_uuid() == device.info().uuid;
}

Device device_for(const gl::Context& context, std::string_view name) {
    if (name != "auto" || environment_names_a_device()) return Device::open(name);
    const auto uuid = context.device_uuid();
    for (const DeviceInfo& info : devices())
        if (info.kind == BackendKind::cuda && uuid == info.uuid)
            return Device::open(to_string(info.uuid));
    return Device::open(name);
}

}  // namespace glint::interop
