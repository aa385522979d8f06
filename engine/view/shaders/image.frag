// SPDX-License-Identifier: MIT
#version 450 core
// Draws texels as colors, or maps their values to colors with a colormap.

in vec2 uv;
out vec4 colour;

uniform sampler2D image;
uniform sampler2D colormap;
uniform int channels;
uniform vec2 value_range;  // minimum, and 1 / (maximum - minimum)
uniform bool smooth_between;

vec4 texel(ivec2 place) {
    return texelFetch(image, clamp(place, ivec2(0), textureSize(image, 0) - 1), 0);
}

// Interpolates between texels in the shader, so that the texture's own filter has no effect.
vec4 linear_sample(vec2 place) {
    ivec2 corner = ivec2(floor(place - 0.5));
    vec2 weight = place - 0.5 - vec2(corner);
    vec4 bottom = mix(texel(corner), texel(corner + ivec2(1, 0)), weight.x);
    vec4 top = mix(texel(corner + ivec2(0, 1)), texel(corner + ivec2(1, 1)), weight.x);
    return mix(bottom, top, weight.y);
}

vec4 value_colour(float value) {
    if (isnan(value)) return vec4(vec3(0.5), 1.0);
    float t = clamp((value - value_range.x) * value_range.y, 0.0, 1.0);
    return textureLod(colormap, vec2((255.0 * t + 0.5) / 256.0, 0.5), 0.0);
}

void main() {
    vec2 place = uv * vec2(textureSize(image, 0));
    vec4 found = smooth_between ? linear_sample(place) : texel(ivec2(place));
    if (channels == 1) {
        colour = value_colour(found.r);
    } else if (channels == 2) {
        colour = value_colour(length(found.rg));
    } else {
        colour = vec4(found.rgb * found.a, found.a);
    }
}
