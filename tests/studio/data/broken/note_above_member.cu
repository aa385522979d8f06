#include <glint/sim.cuh>
//@ simulation "Annotations on lines of their own"
struct Params {
    //@ 0..2 "Gain"
    float gain = 1;
    float loss = 1;
    //@ 0..2 "Loss"
};
struct Grid {
    //@ 0..1 "Level"
    float* u;
};
struct List {  //@ 8
    //@ 0..1 "Level"
    float* v;
};
//@ step
__global__ void k(int count, Params params, float* v) {}
// expect 4: the annotation of a member must be on the same line as the member
// expect 7: the annotation of a member must be on the same line as the member
// expect 10: the annotation of a member must be on the same line as the member
// expect 14: the annotation of a member must be on the same line as the member
