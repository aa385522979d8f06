// Morton codes, colors, distances, and a camera.
#include <glint/colour.cuh>
#include <glint/eye.cuh>
#include <glint/morton.cuh>
#include <glint/sdf.cuh>

/// Writes the Morton codes of three coordinates, then the coordinates decoded from each code.
extern "C" __global__ void morton(unsigned count, const unsigned* in, unsigned long long* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
    unsigned long long* const to = out + 11 * i;
    to[0] = glint::morton2(x, y);
    to[1] = glint::morton3(x, y, z);
    to[2] = glint::morton3_32(x, y, z);
    for (int axis = 0; axis < 2; ++axis) to[3 + axis] = glint::morton2_coordinate(to[0], axis);
    for (int axis = 0; axis < 3; ++axis) to[5 + axis] = glint::morton3_coordinate(to[1], axis);
    for (int axis = 0; axis < 3; ++axis) to[8 + axis] = glint::morton3_coordinate(to[2], axis);
}

/// Converts each color to and from each color space. The last results are from its RGBA8 texel.
extern "C" __global__ void colours(unsigned count, const float3* in, float3* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float3 c = in[i];
    float3* const to = out + 8 * i;
    to[0] = glint::srgb_to_linear(c);
    to[1] = glint::linear_to_srgb(to[0]);
    to[2] = glint::rgb_to_hsv(c);
    to[3] = glint::hsv_to_rgb(to[2]);
    to[4] = glint::linear_to_oklab(c);
    to[5] = glint::oklab_to_linear(to[4]);
    const unsigned texel = glint::to_rgba8(glint::extend(c, 2.0f));
    to[6] = glint::xyz(glint::from_rgba8(texel));
    to[7] = make_float3(glint::luminance(c), static_cast<float>(texel >> 24), 0);
}

/// Distances to: sphere, box, torus, capsule, cylinder, plane; smooth and sharp union of sphere and
/// box; their difference; a shell; the normal of the torus; and more combinations.
extern "C" __global__ void distances(unsigned count, const float3* in, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float3 at = in[i];
    const float sphere = glint::sdf_sphere(at, 1), box = glint::sdf_box(at, {0.5f, 1, 1.5f});
    const auto torus = [](float3 p) { return glint::sdf_torus(p, 1, 0.25f); };
    const float3 normal = glint::sdf_normal(torus, at, 1e-3f);
    const float results[] = {sphere,
                             box,
                             torus(at),
                             glint::sdf_capsule(at, {0, 0, 0}, {1, 1, 0}, 0.5f),
                             glint::sdf_cylinder(at, 1, 0.5f),
                             glint::sdf_plane(at, {0, 0.6f, 0.8f}, 0.5f),
                             glint::sdf_smooth_union(sphere, box, 0.5f),
                             glint::sdf_union(sphere, box),
                             glint::sdf_difference(sphere, box),
                             glint::sdf_shell(sphere, 0.5f),
                             normal.x,
                             normal.y,
                             normal.z,
                             glint::sdf_intersection(sphere, box),
                             glint::sdf_smooth_intersection(sphere, box, 0.5f),
                             glint::sdf_smooth_difference(sphere, box, 0.5f),
                             glint::sdf_rounded(box, 0.25f)};
    for (int k = 0; k < 17; ++k) out[17 * i + k] = results[k];
}

/// Pixel and depth of each point, for a 45-degree camera with an image of 400 x 300; the point at
/// that depth on the ray through that pixel; and the camera's position.
extern "C" __global__ void seen(unsigned count, const float3* in, float3* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const glint::Eye eye({1, 2, 3}, 10, 30, 20, 45, 400, 300);
    float3* const to = out + 3 * i;
    to[0] = eye.seen(in[i]);
    to[1] = eye.at + to[0].z * eye.ray(to[0].x, to[0].y);
    to[2] = eye.at;
}
