// SPDX-License-Identifier: MIT
#version 450 core
// Adds the light of the coarser grids to the light of one grid of LightGrid.

out vec4 total;

uniform isamplerBuffer nodes;
uniform sampler2D coarser;
uniform bool has_coarser;
uniform int first;  // index of the grid's first node in `nodes`
uniform int columns;
uniform float step_light;

void main() {
    ivec2 node = ivec2(gl_FragCoord.xy);
    vec3 own = vec3(texelFetch(nodes, first + node.y * columns + node.x).rgb);
    total = vec4(own * step_light, 0.0);
    // Finds the node's position in the coarser grid. In both grids, node 0 is outside the picture.
    vec2 place = 0.5 * vec2(node) + 1.0;
    if (has_coarser) total += texture(coarser, place / vec2(textureSize(coarser, 0)));
}
