#version 450 core
// Light that was added up, and its halo, as displayable colour: bright light tends to white.

in vec2 uv;
out vec4 colour;

uniform sampler2D light;
uniform sampler2D halo;
uniform float halo_weight;

float dither() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
}

void main() {
    vec3 sharp = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb;
    vec3 total = sharp + halo_weight * texture(halo, uv).rgb;
    if (max(total.r, max(total.g, total.b)) < 1e-5) discard;
    vec3 display = pow(1.0 - exp(-total), vec3(1.0 / 1.5));  // glow.frag raised to 1.5
    colour = vec4(clamp(display + dither() / 255.0, 0.0, 1.0), 0.0);
}
