// SPDX-License-Identifier: MIT
#version 450 core
// The light of one LightGrid grid plus the light of the coarser grids.

out vec4 total;

uniform isamplerBuffer nodes;
uniform sampler2D coarser;
uniform bool has_coarser;
uniform int first;  // offset in `nodes`
uniform int columns;
uniform float step_light;

void main() {
    ivec2 node = ivec2(gl_FragCoord.xy);
    vec3 own = vec3(texelFetch(nodes, first + node.y * columns + node.x).rgb);
    total = vec4(own * step_light, 0.0);
    // Each grid has one node outside the picture; the coarser one has half as many inside.
    vec2 place = 0.5 * vec2(node) + 1.0;
    if (has_coarser) total += texture(coarser, place / vec2(textureSize(coarser, 0)));
}
