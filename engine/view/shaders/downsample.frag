// SPDX-License-Identifier: MIT
#version 450 core
// Computes the mean of 8 x 8 nodes of light with 16 linear lookups, each of four nodes.

in vec2 uv;
out vec4 mean;

uniform sampler2D image;
uniform vec2 picture_px;

void main() {
    vec2 scale = 1.0 / vec2(textureSize(image, 0));
    vec2 middle = uv * picture_px + 1.5;  // node 0 is outside the picture
    mean = vec4(0.0);
    for (int y = -3; y <= 3; y += 2) {
        for (int x = -3; x <= 3; x += 2) mean += texture(image, (middle + vec2(x, y)) * scale);
    }
    mean /= 16.0;
}
