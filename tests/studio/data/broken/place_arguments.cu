#include <glint/sim.cuh>
//@ simulation "Places that functions do not have"
struct Grid {  //@ 32 x 32
    float* u;  //@ 0..1 "U"
};
struct Box {   //@ 8 x 8 x 8
    float* w;
};
struct List {  //@ 100
    float* v;
};
//@ step
__global__ void keep(int width, int height, int2 cell, float* u) {}
//@ show "A"
__device__ float a(float v, int2 cell) { return cell.x; }
//@ show "B"
__device__ float b(float w, int2 cell) { return cell.x; }
//@ show "C"
__device__ float c(float u, int3 cell) { return cell.z; }
//@ show "D"
__device__ float d(float u, float2 cell) { return cell.x; }
//@ show "E"
__device__ float e(float u, float index) { return index; }
//@ show "F"
__device__ float f(float u, Grid grid) { return u; }
//@ show "G"
__device__ float g(int2 cell) { return cell.x; }
// expect 13: 'cell' is available only in functions of field values. In a kernel, call `glint::cell()`
// expect 15: 'cell' is a position in a grid, but 'List' is a list. Write `int index`
// expect 17: the type of 'cell' must be `int3`, because 'Box' is a 3-dimensional grid
// expect 19: the type of 'cell' must be `int2`, because 'Grid' is a 2-dimensional grid
// expect 21: 'cell' must be of type int2 or int3, not 'float2'
// expect 23: 'index' must be of type int, unsigned, or a 64-bit integer, not 'float'
// expect 25: function 'f' takes the field values of one element, not the structure 'Grid'
// expect 27: function 'g' has no parameter with the name of a field, so it receives no field values
