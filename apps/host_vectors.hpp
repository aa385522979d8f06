// SPDX-License-Identifier: MIT
#pragma once

/// CUDA's vector types, laid out so that the host can read and write them in fields.
namespace glint::apps {

struct Float3 {
    float x, y, z;
};

struct Float4 {
    float x, y, z, w;
};

}  // namespace glint::apps
