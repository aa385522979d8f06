// SPDX-License-Identifier: MIT
// Boussinesq convection in a closed box, heated on one side and cooled on the other, on a staggered
// grid. convection.cpp solves for the pressure between these kernels by multigrid.
// docs/simulations/convection.md has the method.
#include <glint/sim.cuh>
//@ simulation "Convection": a box heated from the side or from below; drag to heat or cool the air
//@ dt 0.02 s

struct Params {
    float rayleigh = 1e7f;   //@ 1e2..1e10 log "Rayleigh number"
    float prandtl = 0.71f;   //@ 0.01..100 log "Prandtl number"
    bool from_below = true;  //@ "From below": heat the bottom instead of the left side
    float noise = 0.02f;     //@ 0..0.5 "Noise": amplitude of noise in the initial heat
    float brush = 0.06f;     //@ 0.005..0.3 log m "Brush": radius of the brush
    float pours = 0.5f;      //@ -0.5..0.5 "Brush heat": heat of the air where you drag
    int cycles = 2;          //@ 1..20 "Cycles": number of multigrid cycles per step
    int width = 192;         //@ 8..4096 log cells "Width": takes effect at the next reset
    int height = 128;        //@ 8..4096 log cells "Height": cells per m; applies at the next reset
};
struct Box {           //@ width x height
    float* heat;       //@ -0.5..0.5 "Heat" as turbo
    float* across;     //@ m/s "Velocity x" as none: on the lower face of each cell along x
    float* up;         //@ m/s "Velocity y" as none: on the lower face of each cell along y
    float* pressure;   //@ m/s "Pressure" as none: multiplied by time step / density / cell size
    float* flow;       //@ "Heat flux" as none: through the lower face, away from the hot wall
    float* heat_rate;  // rate of change in the previous substep
    float* across_rate;
    float* up_rate;
};

namespace {

struct Grid {
    int width, height;

    __device__ int index(int x, int y) const { return y * width + x; }
};

/// Heat of the ghost cell beyond a wall. The wall is cold (-0.5) or hot (0.5), or it insulates.
__device__ float wall_heat(float here, bool is_heated, bool is_cold) {
    return is_heated ? 2 * (is_cold ? -0.5f : 0.5f) - here : here;
}

/// Heat of a cell. For a cell outside the box, heat of the ghost cell beyond the wall.
__device__ float heat_at(const float* heat, int x, int y, Grid grid, bool from_below) {
    const int i = glint::clamp(x, 0, grid.width - 1), j = glint::clamp(y, 0, grid.height - 1);
    const float here = heat[grid.index(i, j)];
    if (x < 0 || x >= grid.width) return wall_heat(here, !from_below, x >= grid.width);
    if (y < 0 || y >= grid.height) return wall_heat(here, from_below, y >= grid.height);
    return here;
}

/// Horizontal speed at a cell's left face; 0 on the left and right walls. Rows below the bottom and
/// above the top wall have the opposite speed, so that the interpolated speed on the wall is 0.
__device__ float across_at(const float* across, int x, int y, Grid grid) {
    if (x <= 0 || x >= grid.width) return 0;
    const int j = glint::clamp(y, 0, grid.height - 1);
    return (j == y ? 1 : -1) * across[grid.index(x, j)];
}
__device__ float up_at(const float* up, int x, int y, Grid grid) {
    if (y <= 0 || y >= grid.height) return 0;
    const int i = glint::clamp(x, 0, grid.width - 1);
    return (i == x ? 1 : -1) * up[grid.index(i, y)];
}

/// A value and its four neighbors. rate() returns the rate of change by advection and diffusion:
/// `speeds` has the speeds through the four sides (left, right, below, above), in cells per second;
/// `spread` is the diffusion rate.
struct Cross {
    float here, left, right, below, above;

    __device__ float rate(float4 speeds, float spread) const {
        const float carried = speeds.y * (right + here) - speeds.x * (left + here) +
                              speeds.w * (above + here) - speeds.z * (below + here);
        return spread * (left + right + below + above - 4 * here) - 0.5f * carried;
    }
};

/// Takes a second-order Adams-Bashforth step. The first step is an Euler step without `before`.
__device__ float stepped(float value, float rate, float before, float part, bool is_first) {
    return value + part * (is_first ? rate : 1.5f * rate - 0.5f * before);
}

}  // namespace

/// Sets the heat to the conductive profile plus noise, which is constant in each of 64 x 64 tiles.
//@ init
__global__ void build(int width, int height, unsigned seed, Params params, float* heat) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float along = params.from_below ? (c.y + 0.5f) / height : (c.x + 0.5f) / width;
    const float random = glint::uniform3(c.x * 64 / width, c.y * 64 / height, seed).x - 0.5f;
    heat[c.y * width + c.x] = 0.5f - along + params.noise * random;
}

/// Advances heat and speeds by a substep of `part` seconds. Includes advection, diffusion and
/// buoyancy, but not the pressure. Speeds are in units of the free-fall speed.
__global__ void advance(int width, int height, float part, bool is_first, Params params,
                        const float* heat, const float* across, const float* up, float* heat_rate,
                        float* across_rate, float* up_rate, float* flow, float* heat_next,
                        float* across_next, float* up_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Grid grid{width, height};
    const int x = c.x, y = c.y, i = grid.index(x, y);
    const float n = height, viscosity = sqrtf(params.prandtl / params.rayleigh);
    const float conduction = rsqrtf(params.prandtl * params.rayleigh);
    const auto t = [&](int a, int b) { return heat_at(heat, a, b, grid, params.from_below); };
    const auto u = [&](int a, int b) { return across_at(across, a, b, grid); };
    const auto v = [&](int a, int b) { return up_at(up, a, b, grid); };

    const Cross of_heat{t(x, y), t(x - 1, y), t(x + 1, y), t(x, y - 1), t(x, y + 1)};
    const float4 through = n * make_float4(u(x, y), u(x + 1, y), v(x, y), v(x, y + 1));
    const float heat_now = of_heat.rate(through, n * n * conduction);

    const Cross of_across{u(x, y), u(x - 1, y), u(x + 1, y), u(x, y - 1), u(x, y + 1)};
    const float4 round_left = 0.5f * n *
                              make_float4(u(x - 1, y) + u(x, y), u(x, y) + u(x + 1, y),
                                          v(x - 1, y) + v(x, y), v(x - 1, y + 1) + v(x, y + 1));
    const float across_now = of_across.rate(round_left, n * n * viscosity);

    const Cross of_up{v(x, y), v(x - 1, y), v(x + 1, y), v(x, y - 1), v(x, y + 1)};
    const float4 round_bottom = 0.5f * n *
                                make_float4(u(x, y - 1) + u(x, y), u(x + 1, y - 1) + u(x + 1, y),
                                            v(x, y - 1) + v(x, y), v(x, y) + v(x, y + 1));
    const float up_now =
        of_up.rate(round_bottom, n * n * viscosity) + 0.5f * (t(x, y) + t(x, y - 1));

    heat_next[i] = stepped(heat[i], heat_now, heat_rate[i], part, is_first);
    across_next[i] = x > 0 ? stepped(across[i], across_now, across_rate[i], part, is_first) : 0;
    up_next[i] = y > 0 ? stepped(up[i], up_now, up_rate[i], part, is_first) : 0;
    heat_rate[i] = heat_now, across_rate[i] = across_now, up_rate[i] = up_now;
    // The local Nusselt number: heat flow divided by the conduction through air at rest.
    const float carried = params.from_below ? 0.5f * (t(x, y) + t(x, y - 1)) * v(x, y)
                                            : 0.5f * (t(x, y) + t(x - 1, y)) * u(x, y);
    const float fall = params.from_below ? t(x, y - 1) - t(x, y) : t(x - 1, y) - t(x, y);
    flow[i] = (carried / conduction + n * fall) * (params.from_below ? 1 : width / n);
}

__global__ void find_divergence(int width, int height, const float* across, const float* up,
                                float* divergence) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Grid grid{width, height};
    divergence[grid.index(c.x, c.y)] = across_at(across, c.x + 1, c.y, grid) -
                                       across_at(across, c.x, c.y, grid) +
                                       up_at(up, c.x, c.y + 1, grid) - up_at(up, c.x, c.y, grid);
}

/// Subtracts the pressure gradient from the velocity.
__global__ void push(int width, int height, const float* pressure, float* across, float* up) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    across[i] = c.x > 0 ? across[i] - (pressure[i] - pressure[i - 1]) : 0;
    up[i] = c.y > 0 ? up[i] - (pressure[i] - pressure[i - width]) : 0;
}

//@ drag
__global__ void pour(int width, int height, float2 mouse, Params params, float* heat) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float r = hypotf(c.x + 0.5f - mouse.x, c.y + 0.5f - mouse.y) / (params.brush * height);
    if (r < 1) heat[c.y * width + c.x] = params.pours;
}

//@ show m/s "Speed" as viridis
__device__ float speed(float across, float up) { return hypotf(across, up); }
//@ mean 1 "Nusselt number": heat flux relative to the heat flux through still air
__device__ float nusselt(float flow) { return flow; }
//@ max m/s "Maximum speed"
__device__ float greatest_speed(float across, float up) { return hypotf(across, up); }
