// SPDX-License-Identifier: MIT
// An ocean of three periodic patches, each with its own range of wavelengths. The spectra of the
// patches evolve by the dispersion relation. Fourier transforms, which ocean.cpp runs between these
// kernels, turn spectra into surfaces (Tessendorf, "Simulating Ocean Water", 2001).
#include <glint/sim.cuh>

#include "picture.cuh"
#include "spectrum.cuh"
//@ simulation "Ocean": wind waves and swell under the sun; drag to look around
//@ dt 0.025 s

struct Waves {
    float wind = 13.0f;              //@ 1..40 m/s "Wind": wind speed 10 m above the sea
    float direction = 25.0f;         //@ -180..180 deg "Direction": wind angle from x toward z
    float fetch = 120.0f;            //@ 1..2000 log km "Fetch": length of water under the wind
    float depth = 200.0f;            //@ 2..5000 log m "Depth": depth of the water
    float peak = 3.3f;               //@ 1..7 "Peak": JONSWAP peak enhancement factor
    float spread = 1.0f;             //@ 0.2..2 log "Spreading": width of the wave directions
    float swell = 0.7f;              //@ 0..8 m "Swell": significant wave height of the swell
    float swell_period = 12.0f;      //@ 4..25 s "Swell period"
    float swell_direction = -35.0f;  //@ -180..180 deg "Swell direction"
    float choppiness = 1.0f;         //@ 0..1.5 "Choppiness": horizontal / vertical displacement
    float breaking = 0.76f;          //@ 0..1 "Breaking": relative area below which foam appears
    float foam_life = 4.0f;          //@ 0.2..30 log s "Foam lifetime"
    float3 patches = {1000.0f, 150.0f, 20.0f};  //@ 1..20000 m "Patches": side lengths, descending
    int size = 256;  //@ 32..4096 log "Grid size": a power of 2; takes effect at the next reset
};
struct Look {
    float heading = 43.0f;        //@ -180..180 deg "Heading": horizontal camera direction
    float tilt = -7.0f;           //@ -89..60 deg "Tilt": upward camera angle
    float eye = 8.0f;             //@ 1..500 log m "Eye": camera height above the sea
    float view = 50.0f;           //@ 10..120 deg "Field of view": vertical angle of the camera
    float sun_height = 9.0f;      //@ 0..90 deg "Sun elevation"
    float sun_direction = 56.0f;  //@ -180..180 deg "Sun direction"
    float haze = 2.0f;            //@ 0.5..10 log "Haze"
    float clouds = 0.45f;         //@ 0..1 "Clouds"
    float exposure = 1.0f;        //@ 0.1..10 log "Exposure"
    int width = 960;              //@ 16..7680 log px "Width": takes effect at the next reset
    int height = 540;             //@ 16..4320 log px "Height": takes effect at the next reset
};
struct Screen {       //@ width x height
    uchar4* picture;  //@ "Ocean"
};
struct Sea {            //@ size x size x 3
    float4* moved;      //@ m "Displacement" as none: x, y and z; w: Jacobian determinant
    float4* slope;      //@ "Slope" as none: slope along x and z, squared slope, and foam
    float2* amplitude;  //@ m "Amplitude" as none: amplitude of each wave at time 0
};
struct Coarse {      //@ size x size
    float4* coarse;  //@ "Coarse" as none: mip levels of the slope, one patch after another
};
struct Turn {        //@ 1
    float2* turned;  //@ deg "View rotation" as none: rotation by the mouse, right and up
};

namespace {

__device__ float patch_length(const Waves& waves, int patch) {
    return patch == 0 ? waves.patches.x : patch == 1 ? waves.patches.y : waves.patches.z;
}

/// Wave vector of a cell of the spectrum, in waves per patch along each axis.
__device__ int2 wave_at(int2 c, int size) {
    return make_int2(c.x < size / 2 ? c.x : c.x - size, c.y < size / 2 ? c.y : c.y - size);
}

/// Variance of the height per unit area of wave vectors, in m^4.
__device__ float density(float2 k, const Waves& waves) {
    const float length = hypotf(k.x, k.y), angle = atan2f(k.y, k.x);
    const float w = ocean::frequency_of(length, waves.depth);
    const float degree = ocean::kPi / 180;
    const ocean::WindSea sea = ocean::wind_sea(waves.wind, waves.fetch);
    const float narrow = ocean::narrowness(w / sea.frequency) / waves.spread;
    const float wind = ocean::wind_density(w, sea, waves.peak, waves.depth) *
                       ocean::spreading(angle - degree * waves.direction, narrow);
    const float swell = ocean::swell_density(w, waves.swell, waves.swell_period) *
                        ocean::spreading(angle - degree * waves.swell_direction, 7.0f);
    return (wind + swell) * ocean::group_speed(length, waves.depth) / length;
}

/// Returns i * z for a complex number z.
__device__ float2 turned_left(float2 z) { return make_float2(-z.y, z.x); }

}  // namespace

/// Sets the amplitudes of all waves for the current parameters.
__global__ void set_amplitudes(int width, unsigned seed, Waves waves, float2* amplitude) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= width || c.z >= 3) return;
    const int2 wave = wave_at(make_int2(c.x, c.y), width);
    const float step = 2 * ocean::kPi / patch_length(waves, c.z);
    const float2 k = step * make_float2(wave.x, wave.y);
    const float length = hypotf(k.x, k.y);
    const float low = ocean::band_edge(c.z, waves.patches, width);
    const float high = ocean::band_edge(c.z + 1, waves.patches, width);
    const bool is_here = length > 0 && length >= low && length < high;
    const float deviation = is_here ? 0.5f * step * sqrtf(density(k, waves)) : 0;
    amplitude[(c.z * width + c.y) * width + c.x] =
        deviation * ocean::normals(seed, c.z, wave.x, wave.y);
}

/// Computes the spectra of one patch's surfaces. The real and imaginary parts of four complex
/// surfaces are eight real surfaces. The four spectra are stored one after the other.
__global__ void move_waves(Waves waves, int sea_width, int patch, double seconds,
                           const float2* amplitude, float2* spectra) {
    const int2 c = glint::cell();
    const int n = sea_width;
    if (c.x >= n || c.y >= n) return;
    const int2 wave = wave_at(c, n);
    const float2 k = 2 * ocean::kPi / patch_length(waves, patch) * make_float2(wave.x, wave.y);
    const float length = hypotf(k.x, k.y);
    float2 h = make_float2(0, 0), across = h, along = h;
    if (length > 0) {
        const float2* here = amplitude + patch * n * n;
        const float2 a = here[c.y * n + c.x], b = here[(-c.y & (n - 1)) * n + (-c.x & (n - 1))];
        const double turns =
            ocean::frequency_of(length, waves.depth) * seconds / 6.283185307179586476925;
        float sine, cosine;
        sincospif(2 * static_cast<float>(turns - floor(turns)), &sine, &cosine);
        h = make_float2((a.x + b.x) * cosine + (a.y + b.y) * sine,
                        (a.y - b.y) * cosine - (a.x - b.x) * sine);
        // The water moves in circles, and near the bottom in ellipses.
        const float2 left = 1 / tanhf(length * waves.depth) / length * turned_left(h);
        across = k.x * left, along = k.y * left;
    }
    const int i = c.y * n + c.x, all = n * n;
    spectra[i] = h + turned_left(across);
    spectra[i + all] = along + turned_left(k.x * turned_left(h));
    spectra[i + 2 * all] = k.y * turned_left(h) + turned_left(k.x * turned_left(across));
    spectra[i + 3 * all] = k.y * turned_left(along) + turned_left(k.x * turned_left(along));
}

/// Combines the transforms of a patch. Computes the displacement, the slope of the displaced water,
/// and the foam, which forms where the surface is compressed and then fades.
__global__ void join(Waves waves, int sea_width, int patch, float seconds_passed,
                     const float2* surfaces, float4* moved, float4* slope) {
    const int2 c = glint::cell();
    const int n = sea_width;
    if (c.x >= n || c.y >= n) return;
    const int i = c.y * n + c.x, all = n * n, to = patch * all + i;
    const float2 first = surfaces[i], second = surfaces[i + all], third = surfaces[i + 2 * all],
                 fourth = surfaces[i + 3 * all];
    const float chop = waves.choppiness;
    const float xx = 1 + chop * third.y, yy = 1 + chop * fourth.x, xy = chop * fourth.y;
    const float jacobian = xx * yy - xy * xy;
    moved[to] = make_float4(chop * first.y, first.x, chop * second.x, jacobian);
    const float part = 1 / fmaxf(jacobian, 0.25f);
    const float2 tilt =
        part * make_float2(yy * second.y - xy * third.x, xx * third.x - xy * second.y);
    const float fresh = 20 * seconds_passed * fmaxf(waves.breaking - jacobian, 0.0f);
    const float left = slope[to].w * expf(-seconds_passed / waves.foam_life);
    slope[to] = make_float4(tilt.x, tilt.y, glint::dot(tilt, tilt), fminf(left + fresh, 1.0f));
}

/// Averages 2 x 2 cells in all three patches, which are `from_stride` and `to_stride` cells apart.
__global__ void halve(int side, int from_start, int from_stride, int to_start, int to_stride,
                      const float4* from, float4* to) {
    const int3 c = glint::cell();
    if (c.x >= side || c.y >= side || c.z >= 3) return;
    const float4* four = from + from_start + c.z * from_stride + 2 * (c.y * 2 * side + c.x);
    to[to_start + c.z * to_stride + c.y * side + c.x] =
        0.25f * (four[0] + four[1] + four[2 * side] + four[2 * side + 1]);
}

//@ drag over Screen
__global__ void turn(int width, int height, float2 mouse, float2 mouse_before, Look look,
                     float2* turned) {
    const int2 c = glint::cell();
    if (c.x != 0 || c.y != 0) return;
    const float degrees = look.view / height;
    turned[0].x -= degrees * (mouse.x - mouse_before.x);
    turned[0].y -= degrees * (mouse.y - mouse_before.y);
}

//@ draw
__global__ void paint(int width, int height, Waves waves, Look look, int sea_width,
                      const float4* moved, const float4* slope, const float4* coarse,
                      const float2* turned, uchar4* picture) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float degree = ocean::kPi / 180;
    const ocean::WindSea sea = ocean::wind_sea(waves.wind, waves.fetch);
    const float variance = ocean::variance_of(sea, waves.peak) + waves.swell * waves.swell / 16;
    const float finest = ocean::band_edge(3, waves.patches, sea_width);
    const float tail = 0.5f * sea.phillips * logf(fmaxf(ocean::kShortest / finest, 1.0f));
    const ocean::Water water{moved, slope, coarse, sea_width, waves.patches, sqrtf(variance), tail};
    const ocean::Sky sky(degree * look.sun_height, degree * look.sun_direction, look.haze,
                         look.clouds);
    const float tilt = glint::clamp(look.tilt + turned[0].y, -89.0f, 89.0f);
    const ocean::Camera camera(degree * (look.heading + turned[0].x), degree * tilt,
                               degree * look.view, look.eye, height);
    const float3 way = camera.through(c.x + 0.5f - 0.5f * width, c.y + 0.5f - 0.5f * height);
    const float3 light = look.exposure * ocean::seen(camera, way, water, sky);
    picture[c.y * width + c.x] = ocean::shown(light, c);
}

//@ show m "Height" as viridis
__device__ float height_of(float4 moved) { return moved.y; }
//@ show 0..1 "Foam" as grey
__device__ float foam_of(float4 slope) { return slope.w; }
//@ mean m2 "Variance of the height": the significant wave height is 4 times the square root
__device__ float variance_there(float4 moved) { return 3 * moved.y * moved.y; }
//@ max m "Highest crest of a patch"
__device__ float crest(float4 moved) { return moved.y; }
//@ mean "Foam fraction"
__device__ float foam_there(float4 slope) { return slope.w; }
