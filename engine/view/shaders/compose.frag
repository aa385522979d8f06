// SPDX-License-Identifier: MIT
#version 450 core
// Converts the collected light and its halo to a color. Bright light becomes almost white.

out vec4 colour;

uniform sampler2D light;
uniform sampler2D halo;
uniform float halo_weight;
uniform vec2 picture_px;

float dither() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
}

void main() {
    // Nodes are at pixel corners, and node 0 is outside the picture, so this reads the mean of four
    // nodes.
    vec3 total = texture(light, (gl_FragCoord.xy + 1.5) / vec2(textureSize(light, 0))).rgb;
    if (halo_weight > 0.0) total += halo_weight * texture(halo, gl_FragCoord.xy / picture_px).rgb;
    if (max(total.r, max(total.g, total.b)) < 1e-5) discard;
    vec3 display = pow(1.0 - exp(-total), vec3(1.0 / 1.5));  // splat.comp raised colors to 1.5
    colour = vec4(clamp(display + dither() / 255.0, 0.0, 1.0), 0.0);
}
