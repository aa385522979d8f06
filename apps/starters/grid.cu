// Heat that spreads on a plate. Run the file with `glint run NAME.cu`, change a line and save: the
// window then runs the new version. docs/reference/studio.md describes the annotations, `//@`.
#include <glint/sim.cuh>
//@ simulation "TITLE": drag to heat the plate

// Each annotated member becomes a slider, which `--set NAME=VALUE` also sets.
struct Params {
    float spread = 0.2f;  //@ 0..0.25 "Diffusivity": cells squared per step
    float cool = 0.002f;  //@ 0..0.1 "Cooling": fraction lost per step
    float brush = 12.0f;  //@ 1..64 log cells "Brush": radius of the disk that a drag heats
};

// The state: each member is an array with one element per cell. Cell (0, 0) is at the lower left of
// the picture, and y points up.
struct Plate {    //@ 512 x 288
    float* heat;  //@ 0..1 "Temperature" as inferno
};

// Kernels run in the order of this file, with one thread per cell. Kernels take fields, parameters
// and numbers by name. Values written to `heat_next` become `heat` after the kernel, so that all
// threads read the same values.
//@ step
__global__ void spread(int width, int height, Params params, const float* heat, float* heat_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float left = heat[c.x > 0 ? i - 1 : i], right = heat[c.x < width - 1 ? i + 1 : i];
    const float down = heat[c.y > 0 ? i - width : i], up = heat[c.y < height - 1 ? i + width : i];
    const float flow = left + right + down + up - 4 * heat[i];
    heat_next[i] = (1 - params.cool) * (heat[i] + params.spread * flow);
}

// This kernel runs at the start, and when the user presses R.
//@ init
__global__ void start(int width, int height, unsigned seed, float* heat) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float3 u = glint::uniform3(c.x / 24, c.y / 24, seed);
    heat[c.y * width + c.x] = u.x < 0.15f ? 1.0f : 0.0f;
}

// This kernel runs while the left mouse button is down.
//@ drag
__global__ void paint(int width, int height, float2 mouse, Params params, float* heat) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    if (hypotf(c.x + 0.5f - mouse.x, c.y + 0.5f - mouse.y) < params.brush)
        heat[c.y * width + c.x] = 1;
}

// The panel shows the mean of this function over all cells, and `--monitors FILE.csv` writes it.
//@ mean "Mean temperature"
__device__ float mean_heat(float heat) { return heat; }
