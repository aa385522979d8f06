// SPDX-License-Identifier: MIT
#version 450 core
// Squares of `tile_px` that cover a picture or one of LightGrid's grids, one instance of four
// vertices each. Squares without light in them or in a neighbor get zero size.

layout(std430, binding = 0) readonly buffer Light { int sums[]; };

uniform int first_tile;  // offset in `sums`
uniform int tile_columns;
uniform int tile_rows;
uniform float tile_px;
uniform vec2 target_px;

bool has_light(ivec2 tile) {
    ivec2 last = ivec2(tile_columns, tile_rows) - 1;
    for (int y = max(tile.y - 1, 0); y <= min(tile.y + 1, last.y); ++y) {
        for (int x = max(tile.x - 1, 0); x <= min(tile.x + 1, last.x); ++x) {
            if (sums[first_tile + y * tile_columns + x] != 0) return true;
        }
    }
    return false;
}

void main() {
    ivec2 tile = ivec2(gl_InstanceID % tile_columns, gl_InstanceID / tile_columns);
    vec2 corner = has_light(tile) ? vec2(gl_VertexID & 1, gl_VertexID >> 1) : vec2(0.0);
    gl_Position = vec4(2.0 * tile_px * (vec2(tile) + corner) / target_px - 1.0, 0.0, 1.0);
}
