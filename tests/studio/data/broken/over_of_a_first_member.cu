#include <glint/sim.cuh>
//@ simulation "Points over a grid by a struct"
struct Flow {     //@ 16 x 16 x 16
    float* rate;  //@ 0..1 "Rate"
};
struct Body {
    float mass;
    float3 place;
};
struct Bodies {    //@ 8
    Body* body;    //@ "Bodies" as points over Flow
    float2* flat;  //@ m "Flat" as points over Flow
    float3* full;  //@ m "Full" as points over Flow
    double4* more; //@ m "More" as points over Flow
    float* number; //@ m "Number" as points over Flow
};
//@ step
__global__ void k(int count, float3* full) {}
// expect 11: field 'body' contains structs, which have no view. Write a `//@ show` function
// expect 12: positions over the 3D grid 'Flow' must have three components
// expect 15: points can show only vectors of 2 to 4 numbers, not 'float'
