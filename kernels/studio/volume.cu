// A grid of three extents looked at through a camera: as a cloud that glows and absorbs, or as the
// surface on which the numbers have one value.
#include <glint/vector.cuh>
#include <studio/values.cuh>

using namespace glint::studio;

/// A ray for each pixel, and the grid in the world: a box with a corner at the origin.
struct Scene {
    float3 eye;
    float3 corner, across, down;  ///< direction of the upper left pixel, and its change by a pixel
    float3 size;                  ///< of the box
    float cell;                   ///< of a cell
    int width, height, depth;     ///< cells
    int picture_width, picture_height;
    float density;        ///< opacity of the densest over a tenth of the box
    float opacity_begin;  ///< where opacity begins, from 0 to 1 of the colour scale
    float opacity_end;    ///< and where it is the greatest
    float level;          ///< of the surface, from 0 to 1 of the colour scale
};

namespace {

constexpr int kMostSteps = 2048;

struct Span {
    float begin, end;
};

/// Where the ray is inside of the box; end < begin if nowhere.
__device__ Span inside(const Scene& scene, float3 direction) {
    const float3 inverse = make_float3(1 / direction.x, 1 / direction.y, 1 / direction.z);
    const float3 first = -scene.eye * inverse, second = (scene.size - scene.eye) * inverse;
    const float3 low = glint::min(first, second), high = glint::max(first, second);
    return {fmaxf(glint::greatest(low), 0.0f), glint::least(high)};
}

__device__ float value_at(const Values& field, const Scene& scene, float3 at) {
    const float x = glint::clamp(at.x / scene.cell - 0.5f, 0.0f, scene.width - 1.0f);
    const float y = glint::clamp(at.y / scene.cell - 0.5f, 0.0f, scene.height - 1.0f);
    const float z = glint::clamp(at.z / scene.cell - 0.5f, 0.0f, scene.depth - 1.0f);
    const int i = static_cast<int>(x), j = static_cast<int>(y), k = static_cast<int>(z);
    const int i1 = min(i + 1, scene.width - 1), j1 = min(j + 1, scene.height - 1),
              k1 = min(k + 1, scene.depth - 1);
    const auto cell = [&](int a, int b, int c) {
        return number(field,
                      (static_cast<unsigned long long>(c) * scene.height + b) * scene.width + a);
    };
    const float u = x - i, v = y - j, w = z - k;
    const float near = glint::lerp(glint::lerp(cell(i, j, k), cell(i1, j, k), u),
                                   glint::lerp(cell(i, j1, k), cell(i1, j1, k), u), v);
    const float far = glint::lerp(glint::lerp(cell(i, j, k1), cell(i1, j, k1), u),
                                  glint::lerp(cell(i, j1, k1), cell(i1, j1, k1), u), v);
    return glint::lerp(near, far, w);
}

/// From 0, where opacity begins, to 1. What is no number counts as the least.
__device__ float part_of(float value, const Scene& scene, const ColourScale& scale) {
    const float range = fmaxf(scene.opacity_end - scene.opacity_begin, 1e-6f);
    const float part = (place_on(scale, value) - scene.opacity_begin) / range;
    return part > 0 ? fminf(part, 1.0f) : 0.0f;
}

/// The number at the surface's level.
__device__ float level_of(const Scene& scene, const ColourScale& scale) {
    if (!scale.is_logarithmic) return glint::lerp(scale.low, scale.high, scene.level);
    return expf(glint::lerp(logf(scale.low), logf(scale.high), scene.level));
}

__device__ float3 in_floats(uchar4 c) { return make_float3(c.x, c.y, c.z); }

__device__ void put(cudaSurfaceObject_t picture, int x, int y, float3 c) {
    surf2Dwrite(make_uchar4(byte_of(c.x), byte_of(c.y), byte_of(c.z), 255), picture,
                x * static_cast<int>(sizeof(uchar4)), y);
}

__device__ float3 behind(cudaSurfaceObject_t picture, int x, int y) {
    return in_floats(surf2Dread<uchar4>(picture, x * static_cast<int>(sizeof(uchar4)), y));
}

__device__ float3 direction_of(const Scene& scene, int x, int y) {
    return glint::normalize(scene.corner + (x + 0.5f) * scene.across + (y + 0.5f) * scene.down);
}

}  // namespace

/// Emission and absorption, from front to back: Max, "Optical Models for Direct Volume Rendering",
/// 1995.
extern "C" __global__ void draw_volume(Values field, Scene scene, ColourScale scale,
                                       const uchar4* colours, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= scene.picture_width || y >= scene.picture_height) return;
    const float3 direction = direction_of(scene, x, y);
    const Span span = inside(scene, direction);
    if (!(span.end > span.begin)) return;
    const float step = fmaxf(scene.cell, (span.end - span.begin) / kMostSteps);
    const float thickness = scene.density * step / (0.1f * glint::greatest(scene.size));
    float3 light = make_float3(0, 0, 0);
    float through = 1;
    // Rays that start at different depths hide that all steps are equally long.
    for (float t = span.begin + step * (0.5f + 0.5f * ((x * 7 + y * 13) % 16) / 16.0f);
         t < span.end && through > 0.01f; t += step) {
        const float value = value_at(field, scene, scene.eye + t * direction);
        const float part = part_of(value, scene, scale);
        const float opacity = 1 - expf(-thickness * part * part);
        light += through * opacity * in_floats(colour_of(value, scale, colours));
        through *= 1 - opacity;
    }
    put(picture, x, y, light + through * behind(picture, x, y));
}

/// The first place on the ray at which the numbers pass the level, lit from above and behind the
/// eye.
extern "C" __global__ void draw_surface(Values field, Scene scene, ColourScale scale,
                                        const uchar4* colours, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= scene.picture_width || y >= scene.picture_height) return;
    const float3 direction = direction_of(scene, x, y);
    const Span span = inside(scene, direction);
    if (!(span.end > span.begin)) return;
    const float level = level_of(scene, scale);
    const float step = fmaxf(0.5f * scene.cell, (span.end - span.begin) / kMostSteps);
    float before = value_at(field, scene, scene.eye + span.begin * direction) - level;
    for (float t = span.begin + step; t < span.end + step; t += step) {
        const float now =
            value_at(field, scene, scene.eye + fminf(t, span.end) * direction) - level;
        const bool is_passed = (before < 0) != (now < 0);
        if (!is_passed) {
            before = now;
            continue;
        }
        const float3 at = scene.eye + (t - step * now / (now - before)) * direction;
        const float h = 0.5f * scene.cell;
        const float3 slope = make_float3(value_at(field, scene, at + make_float3(h, 0, 0)) -
                                             value_at(field, scene, at - make_float3(h, 0, 0)),
                                         value_at(field, scene, at + make_float3(0, h, 0)) -
                                             value_at(field, scene, at - make_float3(0, h, 0)),
                                         value_at(field, scene, at + make_float3(0, 0, h)) -
                                             value_at(field, scene, at - make_float3(0, 0, h)));
        float3 normal = glint::normalize(slope, -direction);
        if (glint::dot(normal, direction) > 0) normal = -normal;
        const float3 lamp = glint::normalize(make_float3(0.3f, 0.9f, 0.1f) - direction);
        const float diffuse = fmaxf(glint::dot(normal, lamp), 0.0f);
        const float3 halfway = glint::normalize(lamp - direction);
        const float shine = powf(fmaxf(glint::dot(normal, halfway), 0.0f), 40.0f);
        const float3 colour = in_floats(colour_of(level, scale, colours));
        return put(picture, x, y, colour * (0.25f + 0.75f * diffuse) + 70.0f * shine);
    }
}
