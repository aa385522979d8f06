#include <glint/sim.cuh>
//@ simulation "Members that are no parameters"
struct Params {
    alignas(16) float a = 3;  //@ 0..10 "A"
    enum E { first, second } e = second;  //@ "E"
    struct { float x = 1; } inner;  //@ 0..2 "X"
    __device__ float twice() const { return 2 * a; }  //@ 0..2 "Twice"
    float b = 4;  //@ 0..10 "B"
};
class Other {
public:
    float c = 1;  //@ 0..2 "C"
};
typedef struct {
    float d = 1;  //@ 0..2 "D"
} Third;
struct Grid {  //@ 8 x 8
    float* u;  //@ "U"
    float f() const { return 0; }  //@ "F"
};
//@ step
__global__ void k(int width, int height, Params params, float* u) {}
// expect 4: expected `TYPE NAME = VALUE;`, found `alignas(16) float a = 3;`
// expect 5: expected `TYPE NAME = VALUE;`, found `enum E { first, second } e = second;`
// expect 6: expected `TYPE NAME = VALUE;`, found `struct { float x = 1; } inner;`
// expect 7: expected `TYPE NAME = VALUE;`, found `__device__ float twice() const { return 2 * a; }`
// expect 12: annotations of members must be in a `struct NAME { ... };`, not in this `class`
// expect 15: annotations of members must be in a `struct NAME { ... };`, not in this `typedef`
// expect 19: this annotation does not belong to a field or a parameter
