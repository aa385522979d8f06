#include <glint/sim.cuh>
//@ simulation "Ranges that could mean two things"
struct Params {
    float a = 1;  //@ 0...5 "A"
    float b = 1;  //@ 0....5 "B"
    float c = 1;  //@ --5..6 "C"
    float d = 1;  //@ 0..infinity "D"
    float e = 1;  //@ 0..2ff "E"
    float f = 1;  //@ false..true "F"
    int g = 1;  //@ 0.5..2 "G"
    float h = 1;  //@ 0..1..2 "H"
    float i = 1;  //@ +0..+2.5f "I"
    int j = 1;  //@ -0x10..1e3 "J"
};
struct Grid {  //@ 8
    float* u;  //@ 0...5 "U"
    float* v;  //@ 0..1..2 "V"
    float* w;  //@ --5..6 "W"
    float* x;  //@ 0..inf "X"
    float* y;  //@ -.5..+1.5e2 "Y"
};
//@ step
__global__ void k(Params params, float* u) {}
// expect 4: the range `0...5` has three dots. Write two dots, as in `0..5`
// expect 5: the range `0....5` has three dots. Write two dots, as in `0..5`
// expect 6: the range limit `--5` is not a plain number
// expect 7: the range limit `infinity` is not a plain number
// expect 8: the range limit `2ff` is not a plain number
// expect 9: the range limit `false` is not a plain number
// expect 10: the range 0.5..2 does not fit the type: '0.5' is not a whole number
// expect 11: the range limit `1..2` is not a plain number
// expect 16: the range '0...5' has three dots. Write two dots, as in `0..5`
// expect 17: the limits of the range '0..1..2' are not numbers
// expect 18: the limits of the range '--5..6' are not numbers
// expect 19: the limits of the range '0..inf' are not numbers
