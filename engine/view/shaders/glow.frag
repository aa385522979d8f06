#version 450 core
// A soft spot of light, to be added up.

flat in vec4 sprite_colour;
out vec4 light;

uniform float energy;

void main() {
    vec2 place = 2.0 * gl_PointCoord - 1.0;
    float falloff = max(1.0 - dot(place, place), 0.0);
    // Between sRGB (a power of about 2) and none: light that adds up keeps contrast and colour.
    vec3 raised = sprite_colour.rgb * sqrt(sprite_colour.rgb);
    light = vec4(raised * (energy * sprite_colour.a * falloff * falloff), 0.0);
}
