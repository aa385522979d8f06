// SPDX-License-Identifier: MIT
#version 450 core
// Draws a rectangle in the middle of the picture.

out vec2 uv;

uniform vec2 half_size;  // (1, 1) fills the picture
uniform bool row_0_on_top;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    uv = row_0_on_top ? vec2(corner.x, 1.0 - corner.y) : corner;
    gl_Position = vec4((2.0 * corner - 1.0) * half_size, 0.0, 1.0);
}
