#include <glint/sim.cuh>
//@ simulation "Places of threads in functions of values"
namespace g = glint;
using glint::index;
struct Grid {  //@ 32 x 32
    float* u;  //@ 0..1 "U"
};
struct List {  //@ 100
    float* v;
};
struct Helper {
    __device__ static int row() { return g::cell().y; }
};
__device__ int own() { return 3; }
template <class T>
__device__ T column(T u) {
    return u + blockIdx.x;
}
//@ step
__global__ void keep(int width, int height, float* u) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) u[c.y * width + c.x] = column(1.0f);
}
//@ show "X"
__device__ float across(float u) {
    return u * own() +
           glint::cell().x;
}
//@ mean "Y"
__device__ float down(float u) { return Helper::row(); }
//@ max "Index"
__device__ float number(float v) { return index(); }
//@ min "Column"
__device__ float leftmost(float u) { return column(u); }
// expect 12: 'row' uses glint::cell(), which is the place of a kernel's thread, not of the element whose values are given, and 'down' calls 'row': take `int2 cell` as a parameter
// expect 17: 'column' uses blockIdx, which is the place of a kernel's thread, not of the element whose values are given, and 'leftmost' calls 'column': take `int2 cell` as a parameter
// expect 27: 'across' uses glint::cell(), which is the place of a kernel's thread, not of the element whose values are given: take `int2 cell` as a parameter
// expect 32: 'number' uses glint::index(), which is the place of a kernel's thread, not of the element whose values are given: take `int index` as a parameter
