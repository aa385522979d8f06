// SPDX-License-Identifier: MIT
// A fictional town, as scanned by lasers from an airplane and from the streets: points
// on ground, roofs, walls and trees, with colors, intensities and position errors of 2
// cm. docs/reference/studio.md shows its picture. The points are the same on every
// run:
//     glint run bench/town.cu --headless --frames 1 --save position,colour,intensity --save-as ply
#include <glint/noise.cuh>
#include <glint/sim.cuh>
//@ simulation "Town": points of a scan

struct Params {
    int count = 3000000;  //@ 1000..2000000000 log "Points": takes effect at the next reset
};
struct Points {        //@ count
    float3* position;  //@ m "Position" as points
    uchar4* colour;    //@ "Color"
    float* intensity;  //@ 0..1 "Intensity"
};

namespace {

constexpr int kBlocksX = 6, kBlocksZ = 6, kParcelsX = 3, kParcelsZ = 2;
constexpr float kParcelX = 14, kParcelZ = 17, kStreet = 9;  // meters
constexpr float kBlockX = kParcelsX * kParcelX + kStreet, kBlockZ = kParcelsZ * kParcelZ + kStreet;
constexpr float kWidth = kBlocksX * kBlockX, kDepth = kBlocksZ * kBlockZ;
constexpr int kChurch = 2 * kBlocksX + 3;  // index of the block with only a church

struct Hit {
    float3 at, colour;
    float intensity;
};

__device__ float3 rgb(int red, int green, int blue) {
    return make_float3(red, green, blue) / 255.0f;
}

__device__ float3 draw(unsigned key, unsigned what) { return glint::uniform3(key, what, 0x70a1u); }

__device__ float ground(float x, float z) {
    return 5 * sinf(0.011f * x + 0.6f) * cosf(0.009f * z) + 0.02f * x;
}

/// A box with a roof: its center, half of its side lengths, and the heights of its eaves and ridge.
struct House {
    float x, z, half_x, half_z, base, eaves, ridge;
    bool is_along_x;  ///< direction of the ridge
    float3 wall, roof;
};

__device__ float3 wall_color(float r) {
    return r < 0.3f    ? rgb(232, 226, 212)
           : r < 0.5f  ? rgb(224, 192, 138)
           : r < 0.7f  ? rgb(200, 132, 104)
           : r < 0.85f ? rgb(176, 188, 200)
                       : rgb(206, 204, 158);
}

__device__ float3 roof_color(float r) {
    return r < 0.6f ? rgb(172, 82, 58) : r < 0.85f ? rgb(92, 94, 104) : rgb(132, 92, 66);
}

__device__ House house_on(int block, int parcel) {
    const unsigned key = block * 16 + parcel;
    const float3 a = draw(key, 1), b = draw(key, 2), c = draw(key, 3);
    const int px = parcel % kParcelsX, pz = parcel / kParcelsX;
    const float left = block % kBlocksX * kBlockX + 0.5f * kStreet;
    const float top = block / kBlocksX * kBlockZ + 0.5f * kStreet;
    House house;
    house.half_x = 4.2f + 1.6f * a.x;
    house.half_z = 4.0f + 1.5f * a.y;
    house.x = left + (px + 0.5f) * kParcelX + 1.2f * (b.x - 0.5f);
    // A house is close to the street at the front or back of the block. Gardens lie in the middle.
    house.z = top + (pz == 0 ? 1.5f + house.half_z : kParcelsZ * kParcelZ - 1.5f - house.half_z);
    house.eaves = 3.2f + 3.0f * floorf(2.6f * a.z);
    house.is_along_x = b.y < 0.6f;
    house.ridge = house.eaves + 0.75f * (house.is_along_x ? house.half_z : house.half_x);
    house.wall = wall_color(c.x);
    house.roof = roof_color(c.y) * (0.85f + 0.3f * c.z);
    if (block == kChurch) {  // the church's nave
        house.x = left + 0.5f * kParcelsX * kParcelX + 4;
        house.z = top + 0.5f * kParcelsZ * kParcelZ;
        house.half_x = 12, house.half_z = 6, house.eaves = 10, house.ridge = 17;
        house.is_along_x = true;
        house.wall = rgb(222, 214, 196), house.roof = rgb(84, 92, 98);
        if (parcel == 1) {  // the church's tower
            house.x -= 15, house.half_x = house.half_z = 3, house.eaves = 24, house.ridge = 40;
            house.roof = rgb(88, 136, 118);
        }
    }
    house.base = ground(house.x, house.z);
    return house;
}

__device__ bool is_there(int block, int parcel) {
    return block == kChurch ? parcel < 2 : draw(block * 16 + parcel, 4).x < 0.9f;
}

/// Height of the roof at (x, z), above the house's base.
__device__ float roof_at(const House& house, float x, float z) {
    const float across =
        house.is_along_x ? fabsf(z - house.z) / house.half_z : fabsf(x - house.x) / house.half_x;
    const float both = fmaxf(fabsf(z - house.z) / house.half_z, fabsf(x - house.x) / house.half_x);
    const bool is_spire = house.ridge - house.eaves > 12;
    return glint::lerp(house.ridge, house.eaves, is_spire ? both : across);
}

__device__ bool covers(const House& house, float x, float z, float beyond) {
    return fabsf(x - house.x) < house.half_x + beyond && fabsf(z - house.z) < house.half_z + beyond;
}

struct Tree {
    float3 base;
    float height, radius;
    float3 colour;
};

/// Tree `number` of a block. The first 6 trees are along a street, all other trees in gardens.
__device__ Tree tree_in(int block, int number) {
    const float3 a = draw(block * 64 + number, 5), b = draw(block * 64 + number, 6);
    const float left = block % kBlocksX * kBlockX, top = block / kBlocksX * kBlockZ;
    Tree tree;
    if (number < 6) {
        tree.base.x = left + 0.5f * kStreet + (number + 0.5f) * kParcelsX * kParcelX / 6;
        tree.base.z = top + 0.5f * kStreet - 1.6f;
    } else {
        tree.base.x = left + 0.5f * kStreet + a.x * kParcelsX * kParcelX;
        tree.base.z = top + 0.5f * kBlockZ + 7 * (a.y - 0.5f);
    }
    tree.base.y = ground(tree.base.x, tree.base.z);
    tree.radius = number < 6 ? 1.3f + 0.4f * b.x : 1.8f + 1.4f * b.x;
    tree.height = 2 * tree.radius + 2.0f + 1.5f * b.y;
    tree.colour = glint::lerp(rgb(58, 104, 46), rgb(126, 146, 60), b.z);
    return tree;
}

__device__ float3 ground_color(float x, float z) {
    const float u = fmodf(x, kBlockX), v = fmodf(z, kBlockZ);
    const float to_x = fminf(u, kBlockX - u), to_z = fminf(v, kBlockZ - v);  // to street centers
    const float street = fminf(to_x, to_z), along = to_x < to_z ? z : x;
    const float grain = 0.92f + 0.16f * draw(int(4 * x), int(4 * z)).x;
    const bool is_crossing = fmaxf(to_x, to_z) < 3;
    if (street < 0.09f && fmodf(along, 5.0f) < 2.5f && !is_crossing) return rgb(226, 226, 220);
    if (street < 3) return grain * rgb(78, 79, 84);
    if (street < 0.5f * kStreet) return grain * rgb(158, 154, 148);
    const int block = int(x / kBlockX) + kBlocksX * int(z / kBlockZ);
    if (block == kChurch) return grain * rgb(184, 170, 150);
    const float patch = 0.5f + 0.5f * sinf(0.6f * x) * sinf(0.5f * z);
    return grain * glint::lerp(rgb(92, 122, 58), rgb(134, 140, 78), patch);
}

/// Returns the point that a scan from above hits. `chance` selects hits in trees, and their depth.
__device__ Hit seen_from_above(float x, float z, float3 chance) {
    const int block =
        min(int(x / kBlockX), kBlocksX - 1) + kBlocksX * min(int(z / kBlockZ), kBlocksZ - 1);
    Hit hit{{x, ground(x, z), z}, ground_color(x, z), 0.35f};
    for (int parcel = 0; parcel < kParcelsX * kParcelsZ; ++parcel) {
        if (!is_there(block, parcel)) continue;
        const House house = house_on(block, parcel);
        const float height = house.base + roof_at(house, x, z);
        if (!covers(house, x, z, 0.4f) || height < hit.at.y) continue;
        const float along = house.is_along_x ? z - house.z : x - house.x;
        const float rows = 0.9f + 0.12f * sinf(18 * along);
        const float side = along * (house.is_along_x ? 1.0f : -1.0f) > 0 ? 1.1f : 0.78f;
        hit = {{x, height, z}, rows * side * house.roof, 0.55f};
    }
    for (int i = 0; i < 12 && chance.x < 0.75f; ++i) {
        const Tree tree = tree_in(block, i);
        const float far = hypotf(x - tree.base.x, z - tree.base.z) / tree.radius;
        if (far > 1) continue;
        const float top = tree.base.y + tree.height - tree.radius * (1 - sqrtf(1 - far * far));
        const float deep = 1.6f * tree.radius * chance.y * chance.y;
        if (top - deep > hit.at.y)
            hit = {{x, top - deep, z}, tree.colour * (1.15f - 0.35f * chance.y), 0.7f};
    }
    return hit;
}

/// Returns a point that a scan from the street hits on an outer wall, which has windows.
__device__ Hit seen_from_street(int block, int parcel, float3 where) {
    const House house = house_on(block, parcel);
    const float around = 4 * (house.half_x + house.half_z) * where.x;
    const float a = 2 * house.half_x, b = 2 * house.half_z;
    const bool is_front = around < 2 * a;  // front or back wall, both along x
    const float along = is_front ? fmodf(around, a) : fmodf(around - 2 * a, b);
    const bool is_first = is_front ? around < a : around - 2 * a < b;
    Hit hit;
    hit.at.x = is_front ? house.x - house.half_x + along
                        : house.x + (is_first ? -house.half_x : house.half_x);
    hit.at.z = is_front ? house.z + (is_first ? -house.half_z : house.half_z)
                        : house.z - house.half_z + along;
    const float top = roof_at(house, hit.at.x, hit.at.z);
    const float up = where.y * top;
    hit.at.y = house.base + up;
    const float storey = fmodf(up, 3.0f), bay = fmodf(along + 0.7f, 2.4f);
    const bool is_window = up < house.eaves && storey > 1.0f && storey < 2.3f && bay > 0.8f &&
                           bay < 1.9f && along > 0.8f && along < (is_front ? a : b) - 0.8f;
    const bool is_frame = is_window && (storey < 1.1f || storey > 2.2f || bay < 0.9f || bay > 1.8f);
    const float side = is_front ? (is_first ? 0.72f : 1.0f) : (is_first ? 0.88f : 0.8f);
    hit.colour = side * (is_frame    ? rgb(240, 238, 230)
                         : is_window ? rgb(56, 66, 84)
                         : up < 0.5f ? 0.6f * house.wall
                                     : house.wall);
    hit.intensity = is_window && !is_frame ? 0.1f : 0.6f;
    return hit;
}

__device__ Hit scanned(int i) {
    const float3 kind = draw(i, 7), where = draw(i, 8), chance = draw(i, 9);
    const int block = int(kind.y * kBlocksX * kBlocksZ);
    if (kind.x < 0.33f) {
        const int parcel = int(kind.z * (block == kChurch ? 2 : kParcelsX * kParcelsZ));
        if (is_there(block, parcel)) return seen_from_street(block, parcel, where);
    }
    if (kind.x < 0.36f) {  // hits the trunk of a tree
        const Tree tree = tree_in(block, int(kind.z * 12));
        const float turn = 2 * where.x;
        return {tree.base + make_float3(0.18f * cospif(turn), where.y * (tree.height - tree.radius),
                                        0.18f * sinpif(turn)),
                rgb(96, 78, 62), 0.4f};
    }
    return seen_from_above(where.x * kWidth, where.y * kDepth, chance);
}

}  // namespace

//@ init
__global__ void scan(int count, float3* position, uchar4* colour, float* intensity) {
    const int i = glint::index();
    if (i >= count) return;
    const Hit hit = scanned(i);
    const float3 error = draw(i, 10) + draw(i, 11) - 1.0f;
    position[i] = hit.at - make_float3(0.5f * kWidth, 0, 0.5f * kDepth) + 0.05f * error;
    const float3 light = 255.0f * glint::clamp(hit.colour * (0.95f + 0.1f * error.x), 0.0f, 1.0f);
    colour[i] = make_uchar4(light.x, light.y, light.z, 255);
    intensity[i] = glint::clamp(hit.intensity + 0.1f * error.y, 0.0f, 1.0f);
}
