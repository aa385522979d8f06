// SPDX-License-Identifier: MIT
#version 450 core
// Draws lines that fade with distance, so that the viewer can distinguish near and far edges of a
// box.

noperspective in float across_px;
in float depth;
out vec4 colour;

uniform vec4 line_colour;
uniform float half_width_px;

void main() {
    float cover = clamp(half_width_px + 0.5 - abs(across_px), 0.0, 1.0);
    float haze = mix(1.0, 0.25, smoothstep(0.7, 1.5, depth));
    float alpha = line_colour.a * cover * haze;
    colour = vec4(line_colour.rgb * alpha, alpha);
}
