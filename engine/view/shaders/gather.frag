#version 450 core
// One grid of LightGrid as light, with the coarser grids' light on it.

out vec4 total;

layout(std430, binding = 0) readonly buffer Light { int sums[]; };

uniform sampler2D coarser;
uniform bool has_coarser;
uniform int first;  // in `sums`
uniform int columns;
uniform float step_light;

void main() {
    ivec2 node = ivec2(gl_FragCoord.xy);
    int at = first + 3 * (node.y * columns + node.x);
    total = vec4(vec3(sums[at], sums[at + 1], sums[at + 2]) * step_light, 0.0);
    // One node outside the picture in either grid, and half as many inside.
    vec2 place = 0.5 * vec2(node) + 1.0;
    if (has_coarser) total += texture(coarser, place / vec2(textureSize(coarser, 0)));
}
