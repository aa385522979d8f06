#include <glint/sim.cuh>
//@ simulation "Enums that are not choices"
enum Walls { solid, slip = 3, periodic };
enum Odd { first = sizeof(int) };
struct Params {
    Walls a = open;      //@ "A"
    Walls b = slip;      //@ 0..2 "B"
    Odd c = first;       //@ "C"
    Unknown d;
};
struct Grid {  //@ 32 x a
    float* u;
};
//@ step
__global__ void k(int width, int height, Params params, float* u) {}
// expect 6: the initial value `open` is not a value of the enum
// expect 7: `b` is an enum, which has no range. Write `//@ "LABEL"`
// expect 8: a parameter cannot have the type `Odd`. Use float, double, half, bfloat16, bool, an integer of 8 to 64 bits, a vector of 2 to 4 of these such as float3, an enum with plain values, or a struct of these types. Define enums and structs above the parameters
// expect 9: a parameter cannot have the type `Unknown`. Use float, double, half, bfloat16, bool, an integer of 8 to 64 bits, a vector of 2 to 4 of these such as float3, an enum with plain values, or a struct of these types. Define enums and structs above the parameters
// expect 11: extent 'a' of 'Grid' is not an int parameter
