// SPDX-License-Identifier: MIT
#pragma once

/// CUDA's vectors as the host reads and writes them in fields.
namespace glint::apps {

struct Float3 {
    float x, y, z;
};

struct Float4 {
    float x, y, z, w;
};

}  // namespace glint::apps
