// SPDX-License-Identifier: MIT
// Where water may not be, and what keeps it from getting there when pressure does not.
#pragma once

#include "sph.cuh"

namespace dam {

/// Where water may be, in spacings: not in walls, nor in what stands in the tank.
struct Room {
    const unsigned char* solid;
    int3 size;
    bool has_lid;

    __device__ bool is_free(float3 at) const {
        if (at.y >= size.y) return !has_lid;
        if (!(at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < size.x && at.z < size.z)) return false;
        const int x = static_cast<int>(at.x), y = static_cast<int>(at.y),
                  z = static_cast<int>(at.z);
        return !solid[(z * size.y + y) * size.x + x];
    }
};

/// Takes what leads into walls from a particle's way, in radii, and from its velocity: pressure
/// keeps water off them, but for single drops at great speed, which few neighbours see in time.
__device__ inline void stop_at_walls(const Room& room, float3 from, float3& way, float4& flow) {
    if (room.is_free(from + kRadius * way) || !room.is_free(from)) return;
    float3 at = from;
    const auto go = [&](float& place, float& part, float& speed) {
        const float before = place;
        place += kRadius * part;
        if (room.is_free(at)) return;
        place = before, part = 0, speed = 0;
    };
    go(at.x, way.x, flow.x);
    go(at.y, way.y, flow.y);
    go(at.z, way.z, flow.z);
}

}  // namespace dam
