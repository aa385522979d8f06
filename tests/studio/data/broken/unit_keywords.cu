#include <glint/sim.cuh>
//@ simulation "Keywords that are nearly right"
//@ dt 0.1 s every
struct Params {
    float a = 1;  //@ 0..2 logg m "A"
    float b = 1;  //@ 0..2 m log "B"
};
struct Walled {  //@ 32 x 32 of 1 m wrap
    float* u;    //@ 0..1 Log m "U"
    float* v;    //@ 0 .. 1 m "V"
};
struct Round {  //@ 32 x 32 of 1 warps
    float* w;   //@ 0..1 as turbo "W"
};
struct Ring {  //@ 32 x 32 of 1 m periodic
    float* x;  //@ [m] "X"
};
//@ steps
__global__ void k(int width, int height, Params params, float* u) {}
//@ imit
__global__ void l(int width, int height, float* u) {}
//@ drags
__global__ void m(int width, int height, float* u) {}
//@ sum kg air "Mass"
__device__ float mass(float u) { return u; }
// expect 3: 's every' is not a unit: 'every' cannot follow 's'. Join units by `*`, `/` or `per`
// expect 5: unknown word 'logg'; did you mean 'log'?
// expect 6: 'log' cannot be part of the unit 'm log'
// expect 8: unknown word 'wrap'; did you mean 'wraps'?
// expect 9: unknown word 'Log'; did you mean 'log'?
// expect 10: '0 .. 1 m' is not a unit: unexpected '.. 1 m'
// expect 12: unknown word 'warps'; did you mean 'wraps'?
// expect 13: 'as turbo' is not a unit: 'turbo' cannot follow 'as'. Join units by `*`, `/` or `per`
// expect 15: 'm periodic' is not a unit: 'periodic' cannot follow 'm'. Join units by `*`, `/` or `per`
// expect 16: '[m]' is not a unit: unexpected '[m]'
// expect 18: the number of steps must be a whole number from 1 to 1000000, not ''
// expect 20: unknown word 'imit'; did you mean 'init'?
// expect 22: unknown word 'drags'; did you mean 'drag'?
// expect 24: 'kg air' is not a unit: 'air' cannot follow 'kg'. Join units by `*`, `/` or `per`
