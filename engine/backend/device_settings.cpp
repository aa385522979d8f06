// SPDX-License-Identifier: MIT
#include <glint/backend/device_settings.hpp>

namespace glint {

std::string_view to_string(DeviceLimit limit) noexcept {
    switch (limit) {
        case DeviceLimit::stack_bytes: return "stack_bytes";
        case DeviceLimit::printf_bytes: return "printf_bytes";
        case DeviceLimit::heap_bytes: return "heap_bytes";
        case DeviceLimit::device_runtime_sync_depth: return "device_runtime_sync_depth";
        case DeviceLimit::device_runtime_pending_launches: return "device_runtime_pending_launches";
        case DeviceLimit::l2_fetch_bytes: return "l2_fetch_bytes";
        case DeviceLimit::persisting_l2_bytes: return "persisting_l2_bytes";
    }
    return "unknown limit";
}

}  // namespace glint
