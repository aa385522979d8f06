// SPDX-License-Identifier: MIT
// The Mandelbrot set far beyond the precision of float. A number is a pair of floats, whose second
// float is the rounding error of the first (Dekker, "A Floating-Point Technique ...", 1971).
#include <glint/sim.cuh>
//@ simulation "Mandelbrot": an endless zoom; drag to move the image
//@ dt 0.016667 s

struct Params {
    float speed = 0.35f;   //@ -2..2 1/s "Zoom speed": halvings of the image size per second
    int most = 1000;       //@ 50..20000 log "Iterations"
    float period = 60.0f;  //@ 5..500 log "Color period": iterations until the colors repeat
};
struct Eye {          //@ 1
    double2* centre;  //@ "Center" as none
    double* size;     //@ "Size" as none: size of a pixel
};
struct Plane {      //@ 960 x 540
    uchar4* shown;  //@ "Mandelbrot"
};

using Pair = float2;  // the number x + y, where |y| is at most half a unit in the last place of x

__device__ Pair pair(double v) { return make_float2(float(v), float(v - float(v))); }
__device__ Pair quick_sum(float a, float b) { return make_float2(a + b, b - ((a + b) - a)); }
__device__ Pair add(Pair a, Pair b) {
    const float s = __fadd_rn(a.x, b.x), v = __fadd_rn(s, -a.x);
    const float rest = __fadd_rn(__fadd_rn(a.x, -__fadd_rn(s, -v)), __fadd_rn(b.x, -v));
    return quick_sum(s, rest + (a.y + b.y));
}
__device__ Pair multiply(Pair a, Pair b) {
    const float p = __fmul_rn(a.x, b.x), rest = __fmaf_rn(a.x, b.x, -p);
    return quick_sum(p, rest + (a.x * b.y + a.y * b.x));
}

//@ init
__global__ void start(double2* centre, double* size) {
    if (glint::index() > 0) return;
    centre[0] = make_double2(-0.743643887037151, 0.131825904205330);
    size[0] = 0.005;
}

//@ step
__global__ void dive(float dt, Params params, double* size) {
    if (glint::index() == 0) size[0] = fmin(fmax(size[0] * exp2(-params.speed * dt), 1e-15), 0.01);
}

//@ drag over Eye
__global__ void move(float2 mouse, int plane_width, int plane_height, const double* size,
                     double2* centre) {
    if (glint::index() > 0) return;
    centre[0].x += 0.05 * (mouse.x - plane_width / 2) * size[0];
    centre[0].y += 0.05 * (mouse.y - plane_height / 2) * size[0];
}

//@ draw
__global__ void iterate(int width, int height, Params params, const double2* centre,
                        const double* size, uchar4* shown) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Pair x0 = pair(centre[0].x + (c.x - width / 2) * size[0]);
    const Pair y0 = pair(centre[0].y + (c.y - height / 2) * size[0]);
    Pair x = x0, y = y0, xx = multiply(x, x), yy = multiply(y, y);
    int n = 0;
    for (; n < params.most && xx.x + yy.x < 256; ++n) {
        const Pair xy = multiply(x, y);
        x = add(add(xx, make_float2(-yy.x, -yy.y)), x0);
        y = add(add(xy, xy), y0);
        xx = multiply(x, x), yy = multiply(y, y);
    }
    const float smooth = n + 4 - log2f(log2f(xx.x + yy.x));
    const float3 phase = 6.2831853f * (smooth / params.period + make_float3(0.6f, 0.75f, 0.9f));
    const float3 colour = n == params.most ? make_float3(0, 0, 0) : 127.5f + 127.5f * glint::cos(phase);
    shown[c.y * width + c.x] = make_uchar4(colour.x, colour.y, colour.z, 255);
}
