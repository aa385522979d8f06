// Sparks that fall and bounce. Run the file with `glint run NAME.cu`, change a line and save: the
// window then runs the new version. docs/reference/studio.md describes the annotations, `//@`.
#include <glint/sim.cuh>
//@ simulation "TITLE"
//@ dt 0.016667 s

// Each annotated member becomes a slider, which `--set NAME=VALUE` also sets.
struct Params {
    int count = 20000;      //@ 100..2000000 log "Sparks": takes effect at the next reset
    float gravity = 9.81f;  //@ 0..30 m/s2 "Gravity"
    float bounce = 0.7f;    //@ 0..1 "Bounce": fraction of the speed after a bounce
};

// The state: each member is an array with one element per spark.
struct Sparks {        //@ count
    float3* position;  //@ -2..2 m "Position" as points
    float3* velocity;  //@ m/s "Velocity"
};

// This kernel runs at the start, and when the user presses R.
//@ init
__global__ void start(int count, unsigned seed, float3* position, float3* velocity) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 u = glint::uniform3(i, seed, 0);
    const float angle = 6.2831853f * u.x, out = 2.5f * sqrtf(u.y);
    position[i] = make_float3(0, -1.5f, 0);
    velocity[i] = make_float3(out * cosf(angle), 5 + 3 * u.z, out * sinf(angle));
}

// Kernels run in the order of this file, with one thread per spark. Kernels take fields, parameters
// and numbers by name.
//@ step
__global__ void fall(int count, float dt, Params params, float3* position, float3* velocity) {
    const int i = glint::index();
    if (i >= count) return;
    float3 v = velocity[i] - make_float3(0, params.gravity * dt, 0);
    float3 at = position[i] + dt * v;
    if (at.y < -1.5f) {
        at.y = -3.0f - at.y;
        v.y = fabsf(v.y) * params.bounce;
    }
    position[i] = at;
    velocity[i] = v;
}

// The value of this function determines the color of a point.
//@ show 0..8 m/s "Speed" as plasma
__device__ float speed(float3 velocity) { return glint::length(velocity); }

// The panel shows the mean of this function over all sparks, and `--monitors FILE.csv` writes it.
//@ mean m "Mean height"
__device__ float mean_height(float3 position) { return position.y; }
