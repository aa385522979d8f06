// SPDX-License-Identifier: MIT
// Draws a three-dimensional grid through a camera: as a cloud that emits and absorbs light, or as
// an isosurface. Bricks of 8 x 8 x 8 cells store the minimum and maximum of their numbers, so that
// rays skip bricks in which nothing is visible.
#include <glint/vector.cuh>
#include <studio/sizes.cuh>
#include <studio/values.cuh>

using namespace glint::studio;
using namespace glint::studio::sizes;

namespace {

using Scene = VolumeScene<float3>;

constexpr int kThreads = 128;     // per block of rays
constexpr int kBlocksAtOnce = 8;  // per multiprocessor, which hides memory latency
constexpr int kMaxSteps = 2048;
constexpr float kGreatest = 3.402823466e38f;

struct Ray {
    float3 origin, direction;
    float3 inverse;    ///< 1 / the direction, per component
    float begin, end;  ///< range inside the grid; end < begin if the ray misses the grid
};

__device__ Ray ray_of(const Scene& scene, int x, int y) {
    Ray ray;
    ray.origin = scene.eye;
    ray.direction =
        glint::normalize(scene.corner + (x + 0.5f) * scene.across + (y + 0.5f) * scene.down);
    ray.inverse = make_float3(1 / ray.direction.x, 1 / ray.direction.y, 1 / ray.direction.z);
    const float3 first = (make_float3(-0.5f, -0.5f, -0.5f) - scene.eye) * ray.inverse;
    const float3 second =
        (make_float3(scene.width - 0.5f, scene.height - 0.5f, scene.depth - 0.5f) - scene.eye) *
        ray.inverse;
    ray.begin = fmaxf(glint::greatest(glint::min(first, second)), 0.0f);
    ray.end = glint::least(glint::max(first, second));
    return ray;
}

/// The keys of points that were drawn before, with the depth above the color; null if no points
/// were drawn. Rays end at these points.
using Nearest = const unsigned long long*;

__device__ void end_at_points(Ray& ray, const Scene& scene, Nearest nearest, int x, int y) {
    if (!nearest) return;
    const unsigned long long key =
        nearest[static_cast<unsigned long long>(y) * scene.picture_width + x];
    if (key == ~0ull) return;
    const float depth = __uint_as_float(static_cast<unsigned int>(key >> 32));
    ray.end = fminf(ray.end, depth / glint::dot(ray.direction, scene.ahead));
}

/// The first of the eight cells around a position, and the offset from that cell's center.
struct Place {
    int x, y, z;
    float u, v, w;
};

/// Clamps positions beyond the outermost cell centers to these centers.
__device__ void find_along(float at, int count, int& cell, float& part) {
    const float inner = fminf(fmaxf(at, 0.0f), count - 1.0f);
    cell = min(static_cast<int>(inner), max(count - 2, 0));
    part = inner - cell;
}

__device__ Place place_at(const Scene& scene, float3 at) {
    Place place;
    find_along(at.x, scene.width, place.x, place.u);
    find_along(at.y, scene.height, place.y, place.v);
    find_along(at.z, scene.depth, place.z, place.w);
    return place;
}

/// Distance in bytes to the next cell along each axis, or 0 along an axis with only one cell.
struct Strides {
    unsigned long long x, y, z;

    __device__ Strides(const Values& field, const Scene& scene) {
        // Uses 32-bit multiplications, which cost little on GPUs.
        const auto stride = static_cast<unsigned int>(field.stride_bytes);
        const unsigned int row = stride * scene.width;
        x = scene.width > 1 ? stride : 0;
        y = scene.height > 1 ? row : 0;
        z = scene.depth > 1 ? static_cast<unsigned long long>(row) * scene.height : 0;
    }
};

__device__ const unsigned char* corner_of(const Values& field, const Scene& scene,
                                          const Place& place) {
    const auto stride = static_cast<unsigned int>(field.stride_bytes);
    const unsigned int line = place.z * scene.height + place.y, row = stride * scene.width;
    return static_cast<const unsigned char*>(field.first) +
           static_cast<unsigned long long>(line) * row +
           static_cast<unsigned long long>(place.x * stride);
}

/// The numbers at the four cells around a position, in one plane of cell centers.
struct Face {
    float a, b, c, d;

    __device__ void read(const unsigned char* first, unsigned long long right,
                         unsigned long long down) {
        a = number_in(first), b = number_in(first + right);
        c = number_in(first + down), d = number_in(first + down + right);
    }
    __device__ float at(float u, float v) const {
        return glint::lerp(glint::lerp(a, b, u), glint::lerp(c, d, u), v);
    }
};

__device__ float value_at(const Values& field, const Scene& scene, const Place& place) {
    const Strides next(field, scene);
    const unsigned char* const first = corner_of(field, scene, place);
    Face near, far;
    near.read(first, next.x, next.y);
    far.read(first + next.z, next.x, next.y);
    return glint::lerp(near.at(place.u, place.v), far.at(place.u, place.v), place.w);
}

__device__ float value_at(const Values& field, const Scene& scene, float3 at) {
    return value_at(field, scene, place_at(scene, at));
}

/// Numbers along a ray. A GPU reuses the numbers that the next position also needs: all eight
/// numbers around a position, or the four ahead after a step along the ray's longest axis.
class Along {
public:
    __device__ Along(const Values& field, const Scene& scene, const Ray& ray) {
        const float3 size = glint::abs(ray.direction);
        axis_ = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
        const Strides next(field, scene);
        const unsigned long long stride = axis_ == 0 ? next.x : axis_ == 1 ? next.y : next.z;
        const float way = axis_ == 0   ? ray.direction.x
                          : axis_ == 1 ? ray.direction.y
                                       : ray.direction.z;
        goes_back_ = way < 0;
        begin_ = goes_back_ ? stride : 0;
        ahead_ = goes_back_ ? 0 - stride : stride;
        right_ = axis_ == 0 ? next.y : next.x;
        down_ = axis_ == 2 ? next.y : next.z;
    }

    __device__ float operator()(const Values& field, const Scene& scene, const Place& place) {
#ifdef __GLINT_CPU__  // some lane of a vector needs all eight numbers
        return value_at(field, scene, place);
#else
        const unsigned char* const first = corner_of(field, scene, place) + begin_;
        if (first != first_) {
            if (first == first_ + ahead_)
                near_ = far_;
            else
                near_.read(first, right_, down_);
            far_.read(first + ahead_, right_, down_);
            first_ = first;
        }
        const float u = axis_ == 0 ? place.v : place.u, v = axis_ == 2 ? place.v : place.w;
        const float w = axis_ == 0 ? place.u : axis_ == 1 ? place.v : place.w;
        return glint::lerp(near_.at(u, v), far_.at(u, v), goes_back_ ? 1 - w : w);
#endif
    }

private:
    const unsigned char* first_ = nullptr;
    Face near_, far_;
    unsigned long long begin_, ahead_, right_, down_;
    int axis_;
    bool goes_back_;
};

__device__ float2 range_in(const float2* bricks, const Scene& scene, const Place& place) {
    const int row = (place.z >> kBrickBits) * scene.bricks_y + (place.y >> kBrickBits);
    return bricks[row * scene.bricks_x + (place.x >> kBrickBits)];
}

/// Returns the distance along the ray at which the ray leaves the brick of a position.
__device__ float end_of_brick(const Ray& ray, const Place& place) {
    const auto plane = [](int cell, float inverse) {
        return static_cast<float>((cell & ~(kBrick - 1)) + (inverse > 0 ? kBrick : 0));
    };
    const float3 far = make_float3(plane(place.x, ray.inverse.x), plane(place.y, ray.inverse.y),
                                   plane(place.z, ray.inverse.z));
    return glint::least((far - ray.origin) * ray.inverse);
}

/// Samples along a ray at begin, begin + step, begin + 2 step, ...
struct Samples {
    float begin, step, per_step;
    int count;

    __device__ Samples(float begin, float end, float step) : begin(begin), step(step) {
        per_step = 1 / step;
        count = static_cast<int>(ceilf((end - begin) * per_step));
    }

    __device__ float operator[](int n) const { return begin + n * step; }
    /// Returns the first sample after sample n whose position is not before t.
    __device__ int first_at(float t, int n) const {
        return max(n + 1, static_cast<int>(ceilf(fminf((t - begin) * per_step, 1.0f * count))));
    }
};

/// Number of iterations that a ray waits before it starts. Without this, the rays of a warp would
/// all access the same few banks of a GPU's L1 cache (for rays along x, one bank).
__device__ int rounds_to_wait() {
#ifdef __GLINT_CPU__
    return 0;
#else
    return static_cast<int>(threadIdx.x);  // see tiles() in volume_view.cpp
#endif
}

/// Converts a position on the color scale to a number.
__device__ float number_of(float part, const ColorScale& scale) {
    if (!scale.is_logarithmic) return glint::lerp(scale.low, scale.high, part);
    return expf(glint::lerp(logf(scale.low), logf(scale.high), part));
}

/// The mapping from numbers to opacity and to one of 256 colors.
struct Transfer {
    float low, per;         ///< start of the scale, and fraction of the scale per unit
    float begin, per_part;  ///< where opacity begins on the scale, and its growth along the scale
    float least;            ///< numbers up to this number are invisible
    bool is_logarithmic;

    __device__ Transfer(const Scene& scene, const ColorScale& scale)
        : is_logarithmic(scale.is_logarithmic) {
        low = is_logarithmic ? logf(scale.low) : scale.low;
        per = 1 / ((is_logarithmic ? logf(scale.high) : scale.high) - low);
        const float range = fmaxf(scene.opacity_end - scene.opacity_begin, 1e-6f);
        begin = scene.opacity_begin;
        per_part = 1 / range;
        least = scene.leaves_out ? number_of(begin + scene.min_part * range, scale) : -kGreatest;
    }
    __device__ float place(float value) const {
        return ((is_logarithmic ? logf(fmaxf(value, 1e-37f)) : value) - low) * per;
    }
    /// Returns the opacity at a position on the scale: 0 where opacity begins, 1 at its maximum.
    __device__ float part(float place) const {
        return fminf(fmaxf((place - begin) * per_part, 0.0f), 1.0f);
    }
};

__device__ float3 in_floats(uchar4 c) { return make_float3(c.x, c.y, c.z); }

__device__ void put(cudaSurfaceObject_t picture, int x, int y, float3 c) {
    surf2Dwrite(make_uchar4(byte_of(c.x), byte_of(c.y), byte_of(c.z), 255), picture,
                x * static_cast<int>(sizeof(uchar4)), y);
}

__device__ float3 behind(cudaSurfaceObject_t picture, int x, int y) {
    return in_floats(surf2Dread<uchar4>(picture, x * static_cast<int>(sizeof(uchar4)), y));
}

/// True if all numbers of a brick are on one side of the level. Leaves a margin for the rounding of
/// interpolated values.
__device__ bool is_on_one_side(float2 range, float level) {
    const float room = 4e-7f * (fabsf(range.x) + fabsf(range.y));
    return range.x - room >= level || range.y + room < level;
}

/// How light changes a surface's color: `part` scales the color, and `shine` adds white.
struct Light {
    float part, shine;
};

__device__ float3 lit(float3 color, Light light) {
    return color * light.part + make_float3(light.shine, light.shine, light.shine);
}

__device__ Light light_on(float3 slope, float3 direction) {
    float3 normal = glint::normalize(slope, -direction);
    if (glint::dot(normal, direction) > 0) normal = -normal;
    const float3 lamp = glint::normalize(make_float3(0.3f, 0.9f, 0.1f) - direction);
    const float diffuse = fmaxf(glint::dot(normal, lamp), 0.0f);
    const float3 halfway = glint::normalize(lamp - direction);
    const float shine = powf(fmaxf(glint::dot(normal, halfway), 0.0f), 40.0f);
    return {0.25f + 0.75f * diffuse, 70.0f * shine};
}

}  // namespace

/// Writes the minimum and maximum of columns of 9 x 9 cells. A brick shares the last cells with the
/// next bricks along y and z. If all values are NaN, the maximum is below the minimum. One thread
/// per x coordinate and row of bricks.
extern "C" __global__ void find_columns(Values field, Scene scene, float2* columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int down = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= scene.width || down >= scene.bricks_y) return;
    const int row = blockIdx.z * scene.bricks_y + down;
    const int y = down * kBrick, z = blockIdx.z * kBrick;
    float low = kGreatest, high = -kGreatest;
    for (int k = 0; k <= kBrick; ++k) {
        const auto slice = static_cast<unsigned long long>(min(z + k, scene.depth - 1));
#pragma unroll
        for (int j = 0; j <= kBrick; ++j) {
            const auto line = slice * scene.height + min(y + j, scene.height - 1);
            const float value = number(field, line * scene.width + x);
            low = fminf(low, value);  // fminf of a number and NaN returns the number
            high = fmaxf(high, value);
        }
    }
    columns[static_cast<unsigned long long>(row) * scene.width + x] = make_float2(low, high);
}

/// Writes the range of each brick, with one thread per brick. The range includes the first cells of
/// the next bricks, because values are interpolated up to the centers of these cells.
extern "C" __global__ void find_bricks(const float2* columns, Scene scene, float2* bricks) {
    const int brick = blockIdx.x * blockDim.x + threadIdx.x;
    const int down = blockIdx.y * blockDim.y + threadIdx.y;
    if (brick >= scene.bricks_x || down >= scene.bricks_y) return;
    const int row = blockIdx.z * scene.bricks_y + down;
    float low = kGreatest, high = -kGreatest;
    for (int x = brick * kBrick; x <= min((brick + 1) * kBrick, scene.width - 1); ++x) {
        const float2 range = columns[static_cast<unsigned long long>(row) * scene.width + x];
        low = fminf(low, range.x);
        high = fmaxf(high, range.y);
    }
    bricks[row * scene.bricks_x + brick] = make_float2(low, high);
}

/// Draws emission and absorption, front to back: Max, "Optical Models for Direct Volume Rendering",
/// 1995.
extern "C" __global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    draw_volume(Values field, const float2* bricks, Scene scene, ColorScale scale,
                const uchar4* colors, Nearest nearest, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= scene.picture_width || y >= scene.picture_height) return;
    Ray ray = ray_of(scene, x, y);
    end_at_points(ray, scene, nearest, x, y);
    if (!(ray.end > ray.begin)) return;
    const Transfer transfer(scene, scale);
    // Rays start at different depths, which hides artifacts of steps of equal length.
    const float step = fmaxf(1.0f, (ray.end - ray.begin) / kMaxSteps);
    const float begin = ray.begin + step * (0.5f + 0.5f * ((x * 7 + y * 13) % 16) / 16.0f);
    const Samples samples(begin, ray.end, step);
    const float thickness = -1.44269504f * scene.thickness * step;  // the factor is for exp2f
    Along along(field, scene, ray);
    float3 light = make_float3(0, 0, 0);
    float through = 1;
    for (int n = -rounds_to_wait(); n < samples.count && through > 0.01f;) {
        if (n < 0) {
            ++n;
            continue;
        }
        const Place place = place_at(scene, ray.origin + samples[n] * ray.direction);
        if (!(range_in(bricks, scene, place).y > transfer.least)) {
            n = samples.first_at(end_of_brick(ray, place), n);
            continue;
        }
        const float value = along(field, scene, place);
        const float on_scale = transfer.place(value);
        const float part = transfer.part(on_scale);
        const float left = through * exp2f(thickness * part * part);
        if (part > 0) {
            const uchar4 color =
                is_finite(value) ? color_at(on_scale, scale, colors) : non_finite_color();
            light += (through - left) * in_floats(color);
        }
        through = left;
        ++n;
    }
    put(picture, x, y, light + through * behind(picture, x, y));
}

/// Draws, on each ray, the first position at which the numbers cross the level. The light comes
/// from above and behind the eye. With `hits`, writes these positions instead and draws nothing.
extern "C" __global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    draw_surface(Values field, const float2* bricks, Scene scene, ColorScale scale,
                 const uchar4* colors, Nearest nearest, SurfaceHit* hits,
                 cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= scene.picture_width || y >= scene.picture_height) return;
    const auto pixel = static_cast<unsigned long long>(y) * scene.picture_width + x;
    if (hits) hits[pixel].way = -1;
    Ray ray = ray_of(scene, x, y);
    end_at_points(ray, scene, nearest, x, y);
    if (!(ray.end > ray.begin)) return;
    const float level = number_of(scene.level, scale);
    const float step = fmaxf(0.5f, (ray.end - ray.begin) / kMaxSteps);
    const Samples samples(ray.begin, ray.end, step);
    Along along(field, scene, ray);
    float before = 0, hit = -1;
    bool is_known = false;  // true if `before` is the number at the previous sample
    bool is_asked = false;  // true if the number is needed even if the brick is empty
    for (int n = 0; n <= samples.count && hit < 0;) {
        const float t = fminf(samples[n], ray.end);
        const Place place = place_at(scene, ray.origin + t * ray.direction);
        const bool is_clear =
            scene.leaves_out && is_on_one_side(range_in(bricks, scene, place), level);
        if (!is_known && !is_asked && is_clear) {
            n = samples.first_at(end_of_brick(ray, place), n);
            continue;
        }
        if (!is_known && !is_asked && n > 0) {  // after a skipped brick
            is_asked = true;
            --n;
            continue;
        }
        const float now = along(field, scene, place) - level;
        // NaN is on neither side of the level.
        if (is_known && ((before < 0 && now >= 0) || (before >= 0 && now < 0)))
            hit = t - (t - samples[n - 1]) * now / (now - before);
        before = now;
        is_known = is_asked || !is_clear;
        is_asked = false;
        ++n;
    }
    if (hit < 0) return;
    const float3 at = ray.origin + hit * ray.direction;
    float3 slope = make_float3(0, 0, 0);
#pragma unroll 1  // compiles six times faster
    for (int i = 0; i < 6; ++i) {
        const float sign = i % 2 ? -1 : 1;
        const float3 way = make_float3(i / 2 == 0, i / 2 == 1, i / 2 == 2);
        slope += sign * value_at(field, scene, at + 0.5f * sign * way) * way;
    }
    const Light light = light_on(slope, ray.direction);
    if (hits)
        hits[pixel] = {hit, light.part, light.shine};
    else
        put(picture, x, y, lit(in_floats(color_of(level, scale, colors)), light));
}

/// Draws the surface in the colors of another field.
extern "C" __global__ void tint_surface(Values field, Scene scene, ColorScale scale,
                                        const uchar4* colors, const SurfaceHit* hits,
                                        cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= scene.picture_width || y >= scene.picture_height) return;
    const SurfaceHit hit = hits[static_cast<unsigned long long>(y) * scene.picture_width + x];
    if (hit.way < 0) return;
    const Ray ray = ray_of(scene, x, y);
    const Place place = place_at(scene, ray.origin + hit.way * ray.direction);
    const int row = (place.z + (place.w > 0.5f)) * scene.height + place.y + (place.v > 0.5f);
    const auto nearest =
        static_cast<unsigned long long>(row) * scene.width + place.x + (place.u > 0.5f);
    const uchar4 surface_color = scale.is_color
                                     ? own_color(field, nearest)
                                     : color_of(value_at(field, scene, place), scale, colors);
    put(picture, x, y, lit(in_floats(surface_color), {hit.part, hit.shine}));
}
