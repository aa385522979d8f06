// SPDX-License-Identifier: MIT
#version 450 core
// Blurs along one direction with a Gaussian of 13 texels (sigma 1.7). Seven linear lookups are
// enough: each outer lookup reads two texels at once, at a position that gives both the right
// weight.

in vec2 uv;
out vec4 blurred;

uniform sampler2D image;
uniform vec2 direction;  // (1, 0) or (0, 1)

const float kOffsets[3] = float[](1.373079, 3.229511, 5.129756);
const float kWeights[3] = float[](0.314888, 0.064195, 0.003568);
const float kCentre = 0.234697;

void main() {
    vec2 texel = direction / vec2(textureSize(image, 0));
    blurred = kCentre * texture(image, uv);
    for (int i = 0; i < 3; ++i) {
        vec2 offset = texel * kOffsets[i];
        blurred += kWeights[i] * (texture(image, uv + offset) + texture(image, uv - offset));
    }
}
