// SPDX-License-Identifier: MIT
// Jelly, water, snow and sand in one box, by the moving least squares material point method (Hu et
// al. 2018). sand_snow.cpp sorts the particles and determines the number of substeps.
// docs/simulations/sand_snow.md has the equations and the method.
#include "scenes.cuh"
#include "shares.cuh"
#include "transfer.cuh"

#include <glint/sim.cuh>
//@ simulation "Sand and snow": jelly, water, snow and sand in a box; drag to push the particles
//@ dt 0.002 s
//@ frame 4 steps

struct Params {
    int count = 40000;      //@ 1..100000000 log "Particles": distributed over all filled cells
    int scene = 0;          //@ 0..3 "Scene": 0 all materials, 1 column of sand, 2 snow, 3 only mesh
    int filled = 1;         //@ 0..3 "Mesh material": 0 water, 1 jelly, 2 snow, 3 sand
    float gravity = 9.81f;  //@ 0..30 m/s2 "Gravity"
    float courant = 0.4f;   //@ 0.05..0.7 "Courant number": of a substep, for sound speed + `Speed`
    float speed = 3.0f;     //@ 0.1..100 log m/s "Speed": maximum speed that substeps must resolve
    float floor_friction = 0.5f;      //@ 0..2 "Floor friction"
    float wall_friction = 0.0f;       //@ 0..2 "Wall friction"
    bool sticky = false;              //@ "Sticky walls": material on walls does not slide or leave
    bool fused = true;                //@ "Fused": run both transfers of a substep in one kernel
    float brush = 0.08f;              //@ 0.01..0.4 log m "Brush": radius in which the mouse pushes
    float water_density = 1000;       //@ 100..3000 log kg/m3 "Water density"
    float water_stiffness = 200000;   //@ 1000..10000000 log Pa "Water bulk modulus"
    float jelly_density = 1000;       //@ 100..3000 log kg/m3 "Jelly density"
    float jelly_stiffness = 60000;    //@ 1000..10000000 log Pa "Jelly Young's modulus"
    float jelly_poisson = 0.35f;      //@ 0..0.45 "Jelly Poisson's ratio"
    float snow_density = 400;         //@ 100..3000 log kg/m3 "Snow density"
    float snow_stiffness = 50000;     //@ 1000..10000000 log Pa "Snow Young's modulus"
    float snow_poisson = 0.2f;        //@ 0..0.45 "Snow Poisson's ratio"
    float snow_compression = 0.025f;  //@ 0.001..0.2 log "Snow compression": elastic limit
    float snow_stretch = 0.0075f;     //@ 0.0005..0.2 log "Snow stretch": elastic limit
    float snow_hardening = 10;        //@ 0..20 "Snow hardening"
    float sand_density = 1600;        //@ 100..3000 log kg/m3 "Sand density"
    float sand_stiffness = 350000;    //@ 1000..10000000 log Pa "Sand Young's modulus"
    float sand_poisson = 0.3f;        //@ 0..0.45 "Sand Poisson's ratio"
    float sand_friction = 35;         //@ 0..60 deg "Sand friction": friction angle
    int width = 48;   //@ 16..1024 log nodes "Width": nodes in 1 m; applies at the next reset
    int height = 32;  //@ 12..1024 log nodes "Height": takes effect at the next reset
    int depth = 24;   //@ 12..1024 log nodes "Depth": takes effect at the next reset
};
struct Particles {            //@ count
    float4* position;         //@ m "Position" as points by colour
    float3* velocity;         //@ m/s "Velocity" as none
    float* mass;              //@ kg "Mass" as none
    unsigned char* material;  // a value of Matter
    int* number;              // initial index of the particle; sorting moves particles
};
struct Strain {     //@ 6*count
    float* strain;  //@ "Strain" as none: b - 1, one array each for xx, yy, zz, xy, xz and yz
};
struct Affine {     //@ 9*count
    float* affine;  //@ 1/s "Velocity gradient" as none: one array per matrix element, row by row
};
struct Box {               //@ width x height x depth
    unsigned char* mesh;   //@ 0..1 "Mesh" as none: cells filled in addition to the scene
    unsigned char* cells;  // 1 + initial material; 0: empty cell
};
struct Rows {  //@ height x depth
    int* row;  // number of filled cells in all previous rows
};
struct Filled {  //@ 1
    int* total;  // number of filled cells in the box
};

namespace {

using namespace sand_snow;

/// Position of particle k in its cell. Eight consecutive particles fill the eight octants.
__device__ float3 place_in_cell(unsigned k, unsigned cell, unsigned seed) {
    const unsigned eighth = (k * 5 + cell * 3) & 7;
    const float3 u = glint::uniform3(cell, k, seed);
    const float3 corner = make_float3(eighth & 1, eighth >> 1 & 1, eighth >> 2);
    return 0.5f * (corner + 0.25f + 0.5f * u);
}

/// Index of the row that contains filled cell number q.
__device__ int row_of(const int* row, int rows, int q) {
    int low = 0, high = rows - 1;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (row[middle] <= q)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

__device__ float length_of_cell(int width) { return 1.0f / width; }

}  // namespace

//@ init
__global__ void fill(int width, int height, int depth, Params params, const unsigned char* mesh,
                     unsigned char* cells) {
    const int3 c = glint::cell();
    const Grid grid{width, height, depth};
    if (!grid.has(c)) return;
    const int i = grid.index(c);
    cells[i] = mesh[i] ? params.filled + 1 : filling(params.scene, c, grid);
}

/// Counts the filled cells in each row.
//@ init
__global__ void count_rows(int width, int height, int box_width, const unsigned char* cells,
                           int* row) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    int n = 0;
    for (int x = 0; x < box_width; ++x) n += cells[i * box_width + x] != 0;
    row[i] = n;
}

//@ init over Filled
__global__ void add_rows(int rows_width, int rows_height, int* row, int* total) {
    if (glint::index() != 0) return;
    int n = 0;
    for (int i = 0; i < rows_width * rows_height; ++i) {
        const int here = row[i];
        row[i] = n;
        n += here;
    }
    total[0] = n;
}

/// Distributes the particles evenly over the filled cells.
//@ init
__global__ void sow(int count, int box_width, int box_height, int rows_width, int rows_height,
                    unsigned seed, const unsigned char* cells, const int* row, const int* total,
                    float4* position) {
    const int i = glint::index();
    if (i >= count || total[0] == 0) return;
    const long long filled = total[0];
    const int q = static_cast<int>(i * filled / count);
    const unsigned k =
        i - static_cast<unsigned>((q * static_cast<long long>(count) + filled - 1) / filled);
    const int r = row_of(row, rows_width * rows_height, q);
    int x = -1;
    for (int left = q - row[r]; left >= 0 && x < box_width - 1;
         left -= cells[r * box_width + x] != 0)
        ++x;
    const float3 corner = make_float3(x, r % box_height, r / box_height);
    const float3 p = (corner + place_in_cell(k, q, seed)) * length_of_cell(box_width);
    position[i] = make_float4(p.x, p.y, p.z, 0);
}

/// Sets the material of each particle by the particle's position, which may come from an input.
//@ init
__global__ void make_of(int count, int box_width, int box_height, int box_depth, Params params,
                        const float4* position, const unsigned char* cells, const int* total,
                        float* mass, unsigned char* material, int* number) {
    const int i = glint::index();
    if (i >= count) return;
    number[i] = i;
    const Grid grid{box_width, box_height, box_depth};
    const float h = length_of_cell(box_width);
    const float3 p = cells_of(position[i], box_width);
    const bool is_inside = grid.has_place(p);
    const int cell = is_inside ? cells[grid.index(make_int3(p.x, p.y, p.z))] : kNothing;
    material[i] = !is_inside ? kLeft : cell != kNothing ? cell - 1 : params.filled;
    const float volume =
        cell != kNothing ? h * h * h * total[0] / static_cast<float>(count) : h * h * h / 8;
    mass[i] = volume * density_of(is_inside ? material[i] : kWater, params);
}

/// Moves material near the mouse with the mouse, but not faster than the substeps allow.
//@ drag
__global__ void shove(int count, float dt, float3 mouse, float3 mouse_before, Params params,
                      const float4* position, float3* velocity) {
    const int i = glint::index();
    if (i >= count) return;
    const float away = glint::length(glint::xyz(position[i]) - mouse) / params.brush;
    if (!(away < 1)) return;
    constexpr float kStepsOfAFrame = 4;
    const float3 wanted = (mouse - mouse_before) / (kStepsOfAFrame * dt);
    const float factor = fminf(1.0f, params.speed / fmaxf(glint::length(wanted), 1e-6f));
    velocity[i] = glint::lerp(factor * wanted, velocity[i], away * away);
}

__global__ void find_keys(int count, int box_width, int box_height, int box_depth,
                          const float4* position, unsigned char* material, unsigned* keys) {
    const int i = glint::index();
    if (i >= count) return;
    const Grid grid{box_width, box_height, box_depth};
    const float3 place = cells_of(position[i], box_width);
    const float sum = place.x + place.y + place.z;
    if (!is_gone(material[i]) && !grid.has_place(place))
        material[i] = sum - sum == 0 ? kLeft : kInfinite;
    keys[i] = key_of(place, material[i], grid);
}

/// Finds the first particle of each block. Requires one thread more than the number of particles.
__global__ void find_blocks(int count, int box_width, int box_height, int box_depth,
                            const unsigned* keys, int* first) {
    const int i = glint::index();
    if (i > count) return;
    const int last = blocks_in({box_width, box_height, box_depth});
    const int before = i > 0 ? static_cast<int>(keys[i - 1] >> 9) : -1;
    const int here = i < count ? static_cast<int>(keys[i] >> 9) : last;
    for (int b = before + 1; b <= here; ++b) first[b] = i;
}

__global__ void reorder(int count, const unsigned* order, const float4* position,
                        const float3* velocity, const float* mass, const unsigned char* material,
                        const int* number, const float* strain, const float* affine,
                        float4* position_next, float3* velocity_next, float* mass_next,
                        unsigned char* material_next, int* number_next, float* strain_next,
                        float* affine_next) {
    const int i = glint::index();
    if (i >= count) return;
    const int from = static_cast<int>(order[i]);
    position_next[i] = position[from];
    velocity_next[i] = velocity[from];
    mass_next[i] = mass[from];
    material_next[i] = material[from];
    number_next[i] = number[from];
    for (int c = 0; c < 6; ++c) strain_next[c * count + i] = strain[c * count + from];
    for (int c = 0; c < 9; ++c) affine_next[c * count + i] = affine[c * count + from];
}

namespace {

// Six blocks per multiprocessor spill registers, but hiding latency gains more than that costs.
constexpr int kBlocksAtOnce = 6;

__device__ NodeForces surroundings(Grid grid, const Params& params, float substep) {
    return {grid, params.gravity * substep * substep * grid.width, params.floor_friction,
            params.wall_friction, params.sticky};
}

}  // namespace

/// First half of a substep: transfers particles to the grid.
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    scatter(int count, int box_width, int box_height, int box_depth, Params params, float substep,
            float4* position, float3* velocity, float* strain, float* affine, const float* mass,
            unsigned char* material, const int* first, int* to, float* shares) {
    const Grid grid{box_width, box_height, box_depth};
    transfer<false, true, Params>(
        {position, velocity, strain, affine, mass, material, count, params, substep},
        surroundings(grid, params, substep), nullptr, to, shares, first);
}

/// Second half of a substep: transfers the grid to particles, and moves the particles.
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    gather(int count, int box_width, int box_height, int box_depth, Params params, float substep,
           float4* position, float3* velocity, float* strain, float* affine, const float* mass,
           unsigned char* material, const int* first, const int* from) {
    const Grid grid{box_width, box_height, box_depth};
    transfer<true, false, Params>(
        {position, velocity, strain, affine, mass, material, count, params, substep},
        surroundings(grid, params, substep), from, nullptr, nullptr, first);
}

/// Runs the second half of a substep and the first half of the next substep in one kernel, so that
/// velocities stay in registers.
__global__ void __launch_bounds__(kThreads, kBlocksAtOnce)
    carry_on(int count, int box_width, int box_height, int box_depth, Params params, float substep,
             float4* position, float* strain, const float* mass, unsigned char* material,
             const int* first, const int* from, int* to, float* shares) {
    const Grid grid{box_width, box_height, box_depth};
    transfer<true, true, Params>(
        {position, nullptr, strain, nullptr, mass, material, count, params, substep},
        surroundings(grid, params, substep), from, to, shares, first);
}

/// On CPUs, adds the particles' shares to the grid after a scatter, in nine launches.
__global__ void __launch_bounds__(1)
    add_shares(int count, int box_width, int box_height, int box_depth, int turn,
               const unsigned char* material, const int* first, float* shares, int* to) {
#ifdef __GLINT_CPU__
    const Grid grid{box_width, box_height, box_depth};
    const Shares all{shares, count};
    if (turn == kTurns) return add_strayed(first, material, all, to, grid);
    const int block = block_of_turn(turn, grid);
    if (block >= 0 && first[block] < first[block + 1])
        add_block(block, first, material, all, to, grid);
#endif
}

//@ show "Color"
__device__ uchar4 colour(unsigned char material, float3 velocity, Params params) {
    const float fast = fminf(glint::length(velocity) / params.speed, 1.0f);
    const float3 colours[] = {make_float3(38, 120, 224),  make_float3(232, 62, 104),
                              make_float3(232, 240, 250), make_float3(232, 178, 84),
                              make_float3(90, 90, 90),    make_float3(255, 0, 255)};
    const float3 c = glint::lerp(colours[material < 6 ? material : 5], make_float3(210, 240, 255),
                                 material == kWater ? 0.75f * fast : 0.0f);
    return make_uchar4(c.x, c.y, c.z, 255);
}

//@ sum J "Kinetic energy"
__device__ double kinetic(float mass, float3 velocity, unsigned char material) {
    return is_gone(material) ? 0 : 0.5 * mass * glint::dot(velocity, velocity);
}

//@ max 0..1 "Cells per substep": distance that particles move; above 1, transfers become slow
__device__ float cells_in_substep(float3 velocity, unsigned char material, Params params) {
    const float fastest = fastest_sound(params) + params.speed;
    return is_gone(material) ? 0 : params.courant * glint::length(velocity) / fastest;
}

//@ sum "Left": number of particles that left the box (they keep their position)
__device__ int left(unsigned char material) { return material == kLeft; }

//@ sum "Non-finite": number of particles removed because they are NaN, infinite or too fast
__device__ int infinite(unsigned char material) { return material == kInfinite; }
