// SPDX-License-Identifier: MIT
#version 450 core
// Draws each line as a strip of four vertices, with space for a smooth edge on both sides.

layout(location = 0) in vec4 from;
layout(location = 1) in vec4 to;

noperspective out float across_px;  // signed distance from the middle of the line
out float depth;      // 1 at the camera's target

uniform mat4 view_projection;
uniform vec2 half_picture_px;
uniform float half_width_px;
uniform float target_depth;

// Returns `end`, or if `end` is behind the camera, the point of the line just in front of the
// camera. This is necessary because points behind the camera have no projection.
vec4 cut(vec4 end, vec4 other) {
    float nearest = 0.01 * target_depth;
    if (end.w >= nearest || other.w <= nearest) return end;
    return mix(end, other, (nearest - end.w) / (other.w - end.w));
}

void main() {
    vec4 a = view_projection * vec4(from.xyz, 1.0);
    vec4 b = view_projection * vec4(to.xyz, 1.0);
    vec4 first = cut(a, b);
    vec4 last = cut(b, a);
    vec2 along = (last.xy / last.w - first.xy / first.w) * half_picture_px;
    vec2 direction = along / max(length(along), 1e-6);

    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    across_px = side * (half_width_px + 0.5);
    gl_Position = gl_VertexID < 2 ? first : last;
    depth = gl_Position.w / target_depth;
    vec2 offset_px = vec2(-direction.y, direction.x) * across_px;
    gl_Position.xy += offset_px / half_picture_px * gl_Position.w;
}
