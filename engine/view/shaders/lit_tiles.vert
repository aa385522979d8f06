// SPDX-License-Identifier: MIT
#version 450 core
// Draws squares of `tile_px` pixels that cover a picture or one grid of LightGrid. Each square is
// an instance with four vertices. A square has size zero if it and its neighbors contain no light.

layout(std430, binding = 0) readonly buffer Light { int sums[]; };

uniform int first_tile;  // index of the first tile in `sums`
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
