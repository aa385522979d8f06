// SPDX-License-Identifier: MIT
#version 450 core
// Draws a small lit ball. The edge is smooth and slightly darker, so that adjacent balls are
// distinct.

flat in vec4 sprite_colour;
flat in float sprite_radius;
flat in float sprite_haze;
out vec4 colour;

uniform float opacity;

const vec3 kLight = vec3(-0.37, 0.66, 0.65);
const vec3 kHalfway = vec3(-0.204, 0.363, 0.909);  // direction between the light and the eye

void main() {
    float outer = sprite_radius + 0.5;
    vec2 across = gl_PointCoord * vec2(2.0, -2.0) + vec2(-1.0, 1.0);
    float distance2 = dot(across, across);
    if (distance2 >= 1.0) discard;

    vec3 normal = vec3(across, sqrt(1.0 - distance2));
    float lit = 0.5 + 0.5 * dot(normal, kLight);
    float shade = 0.25 + 0.85 * lit * lit;
    float highlight = max(dot(normal, kHalfway), 0.0);
    highlight *= highlight;
    highlight *= highlight;
    highlight *= highlight;
    highlight *= highlight * highlight;  // the highlight is now to the power of 24

    float alpha = opacity * sprite_colour.a * min(outer * (1.0 - sqrt(distance2)), 1.0);
    colour = vec4((sprite_colour.rgb * shade + 0.18 * highlight) * sprite_haze * alpha, alpha);
}
