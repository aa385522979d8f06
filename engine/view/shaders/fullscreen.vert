// SPDX-License-Identifier: MIT
#version 450 core
// Draws one triangle that covers the whole picture. Needs no vertex buffer.

out vec2 uv;

void main() {
    uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(2.0 * uv - 1.0, 0.0, 1.0);
}
