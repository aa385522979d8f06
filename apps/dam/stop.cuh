// SPDX-License-Identifier: MIT
// Keeps water out of solid cells if the pressure is not enough to do so.
#pragma once

#include "sph.cuh"

namespace dam {

/// The space that water can enter, in spacings: the tank without its solid bodies.
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

/// Removes those components of a displacement (in radii) and of a velocity that lead into a wall.
/// The pressure keeps most water out, but fast single drops have too few neighbors for pressure.
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
