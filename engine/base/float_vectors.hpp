// SPDX-License-Identifier: MIT
#pragma once

namespace glint {

/// Host versions of CUDA's float2, float3 and float4, with the same size and alignment.
struct alignas(8) Float2 {
    float x, y;
    bool operator==(const Float2&) const = default;
};

struct Float3 {
    float x, y, z;
    bool operator==(const Float3&) const = default;
};

struct alignas(16) Float4 {
    float x, y, z, w;
    bool operator==(const Float4&) const = default;
};

}  // namespace glint
