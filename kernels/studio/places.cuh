// SPDX-License-Identifier: MIT
// Positions of points, of any number type, and their projection by a camera. Files that include
// this must define PLACE, the number type of a position, and PLACE_COMPONENTS, its number of
// components. SCALAR and COMPONENTS describe the values that determine the colors.
#pragma once

#include <studio/values.cuh>

#ifndef PLACE  // for standalone compilation
#define PLACE float
#define PLACE_COMPONENTS 3
#endif

namespace glint {
namespace studio {

/// A position in clip coordinates.
struct Clip {
    float x, y, z, w;
};

/// A position. Aligned if the type allows this, so that one access reads all numbers.
template <class T, int N>
struct alignas(N == 4 && sizeof(T) == 4 ? 16 : sizeof(T)) Place {
    T at[N];
};

using PlaceOf = Place<PLACE, PLACE_COMPONENTS>;

__device__ inline PlaceOf place_at(const Values& places, unsigned long long i) {
    return *static_cast<const PlaceOf*>(address(places, i));
}

__device__ inline Clip clip_of(const PlaceOf& place, const PointCamera& camera) {
    constexpr int kZ = PLACE_COMPONENTS > 2 ? 2 : 0;
    const float x = static_cast<float>(place.at[0]), y = static_cast<float>(place.at[1]);
    const float z = PLACE_COMPONENTS > 2 ? static_cast<float>(place.at[kZ]) : 0.0f;
    const float* m = camera.to_clip;
    return {m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13],
            m[2] * x + m[6] * y + m[10] * z + m[14], m[3] * x + m[7] * y + m[11] * z + m[15]};
}

__device__ inline Clip clip_at(const Values& places, unsigned long long i,
                               const PointCamera& camera) {
    return clip_of(place_at(places, i), camera);
}

}  // namespace studio
}  // namespace glint
