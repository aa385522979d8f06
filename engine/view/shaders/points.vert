// SPDX-License-Identifier: MIT
#version 450 core

layout(location = 0) in vec4 position;
layout(location = 1) in vec4 point_colour;
layout(location = 2) in float value;

flat out vec4 sprite_colour;
flat out float sprite_radius;  // in pixels
flat out float sprite_haze;    // less than 1 for points farther than the camera's target

const int kUniformColour = 0;
const int kFloatColour = 2;  // 1: bytes, 2: floats, above 2: a value

uniform mat4 view_projection;
uniform float target_depth;  // distance from the camera in world units
uniform float radius_px;
uniform bool attenuate;
uniform int colour_source;
uniform vec4 uniform_colour;
uniform vec2 value_range;  // minimum, and 1 / (maximum - minimum)
uniform sampler2D colormap;

const float kMinRadius = 0.75;
const float kMaxRadius = 100.0;

vec4 source_colour() {
    if (colour_source == kUniformColour) return uniform_colour;
    if (colour_source <= kFloatColour) return point_colour;
    float t = clamp((value - value_range.x) * value_range.y, 0.0, 1.0);
    return textureLod(colormap, vec2((255.0 * t + 0.5) / 256.0, 0.5), 0.0);
}

void main() {
    gl_Position = view_projection * vec4(position.xyz, 1.0);
    float depth = gl_Position.w / target_depth;
    float radius = attenuate ? radius_px / max(depth, 1e-3) : radius_px;
    sprite_radius = clamp(radius, kMinRadius, kMaxRadius);
    sprite_haze = mix(1.0, 0.45, smoothstep(0.7, 1.6, depth));
    gl_PointSize = 2.0 * sprite_radius + 1.0;  // plus a smooth edge of half a pixel

    // A point that is smaller than kMinRadius is drawn at kMinRadius and fades, so that it does not
    // flicker.
    float shrink = min(radius / kMinRadius, 1.0);
    sprite_colour = source_colour();
    sprite_colour.a *= shrink * shrink;
}
