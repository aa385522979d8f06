// SPDX-License-Identifier: MIT
#version 450 core
// Draws a vignette with the color `centre` in the middle and the color `edge` in the corners.

in vec2 uv;
out vec4 colour;

uniform vec3 centre;
uniform vec3 edge;

// Returns noise of half an 8-bit step, which hides bands of color in this slow gradient.
float dither() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
}

void main() {
    vec2 offset = uv - vec2(0.5, 0.52);
    float darkness = min(2.2 * dot(offset, offset), 1.0);
    colour = vec4(mix(centre, edge, darkness) + dither() / 255.0, 1.0);
}
