#version 450 core
// The mean of 8 x 8 texels, as 16 linear lookups between four of them each.

in vec2 uv;
out vec4 mean;

uniform sampler2D image;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(image, 0));
    mean = vec4(0.0);
    for (int y = -3; y <= 3; y += 2) {
        for (int x = -3; x <= 3; x += 2) mean += texture(image, uv + texel * vec2(x, y));
    }
    mean /= 16.0;
}
