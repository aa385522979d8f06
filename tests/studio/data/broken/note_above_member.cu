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
// expect 4: this annotation is on its own line: write it on the same line as the member that it describes
// expect 7: this annotation is on its own line: write it on the same line as the member that it describes
// expect 10: this annotation is on its own line: write it on the same line as the member that it describes
// expect 14: this annotation is on its own line: write it on the same line as the member that it describes
