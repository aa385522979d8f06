// SPDX-License-Identifier: MIT
#version 450 core
// One grid of LightGrid as light, with the coarser grids' light on it.

out vec4 total;

uniform isamplerBuffer nodes;
uniform sampler2D coarser;
uniform bool has_coarser;
uniform int first;  // in `nodes`
uniform int columns;
uniform float step_light;

void main() {
    ivec2 node = ivec2(gl_FragCoord.xy);
    vec3 own = vec3(texelFetch(nodes, first + node.y * columns + node.x).rgb);
    total = vec4(own * step_light, 0.0);
    // One node outside the picture in either grid, and half as many inside.
    vec2 place = 0.5 * vec2(node) + 1.0;
    if (has_coarser) total += texture(coarser, place / vec2(textureSize(coarser, 0)));
}
