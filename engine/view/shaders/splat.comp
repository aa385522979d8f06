// SPDX-License-Identifier: MIT
#version 450 core
// Adds the light of points to the pyramid of grids in LightGrid. Sums of integers do not depend on
// the order of the additions, so pictures are identical from run to run.
//
// Each point is added to the grids whose node distance suits the radius of the point. The light is
// divided among the nodes around the point.

layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = 1) readonly buffer Colours { uint colours[]; };  // see `colour_source`
layout(std430, binding = 2) buffer Light { int sums[]; };

const int kUniformColour = 0;
const int kByteColour = 1;
const int kFloatColour = 2;
const int kValueColour = 3;
const int kValueInW = 4;

uniform int count;
uniform mat4 view_projection;
uniform float target_depth;  // distance from the camera in world units
uniform float radius_px;
uniform bool attenuate;
uniform int colour_source;
uniform vec4 uniform_colour;
uniform vec2 value_range;  // minimum, and 1 / (maximum - minimum)
uniform sampler2D colormap;
uniform vec2 picture_px;
uniform int first_tile;  // index of the first tile in `sums`; tiles with light are not 0
uniform int tile_columns;
uniform bool in_both_grids;  // true: smoother, but twice the work
uniform float steps;  // value that a white point of radius kGridRadius adds

const float kMinRadius = 0.75;
const float kMaxRadius = 100.0;
const float kGridRadius = 1.83;  // radius of a point drawn in the finest grid
const int kLevels = 6;
const int kMargin = 1;  // number of nodes left of and below the picture
const int kTile = 64;

vec4 value_colour(float value) {
    float t = clamp((value - value_range.x) * value_range.y, 0.0, 1.0);
    return textureLod(colormap, vec2((255.0 * t + 0.5) / 256.0, 0.5), 0.0);
}

vec4 source_colour(uint i) {
    switch (colour_source) {
        case kUniformColour: return uniform_colour;
        case kByteColour: return unpackUnorm4x8(colours[i]);
        case kFloatColour:
            return uintBitsToFloat(uvec4(colours[4 * i], colours[4 * i + 1], colours[4 * i + 2],
                                         colours[4 * i + 3]));
        case kValueColour: return value_colour(uintBitsToFloat(colours[i]));
        default: return value_colour(positions[i].w);
    }
}

// Returns a pseudorandom number between 0 and 1, which is always the same for point `i`.
float own_number(uint i) {
    i *= 2654435769u;
    i = (i ^ i >> 15) * 2246822519u;
    return float(i >> 8) / 16777216.0;
}

void add(int node, vec3 amount) {
    ivec3 whole = ivec3(amount + 0.5);
    atomicAdd(sums[3 * node], whole.r);
    atomicAdd(sums[3 * node + 1], whole.g);
    atomicAdd(sums[3 * node + 2], whole.b);
}

// Splits `amount` among three nodes. A diagonal splits the cell that starts at `node` into two
// triangles, and the three nodes are the corners of the triangle that contains `place`. Three nodes
// take a quarter less time than four and preserve the centroid just as well. Every second point
// uses the other diagonal (`mirrored`), so that no direction is favored.
void add_to_cell(int node, int columns, vec2 place, bool mirrored, vec3 amount) {
    vec2 share = mirrored ? vec2(1.0 - place.x, place.y) : place;
    int left = node + int(mirrored);
    int right = node + int(!mirrored);
    bool beyond = share.x + share.y > 1.0;
    add(beyond ? right + columns : left, amount * abs(1.0 - share.x - share.y));
    add(right, amount * (beyond ? 1.0 - share.y : share.x));
    add(left + columns, amount * (beyond ? 1.0 - share.x : share.y));
}

// Adds light at pixel `place` to the grid `level`; 0 is the finest. LightGrid defines the layout of
// `sums`.
void add_to_grid(int level, vec2 place, bool mirrored, vec3 amount) {
    ivec2 size = (ivec2(picture_px) >> level) + 4;
    int first = 0;
    for (int finer = 0; finer < level; ++finer) {
        ivec2 before = (ivec2(picture_px) >> finer) + 4;
        first += before.x * before.y;
    }
    vec2 on_grid = place / float(1 << level) + float(kMargin);
    ivec2 corner = ivec2(floor(on_grid));
    if (any(lessThan(corner, ivec2(0))) || any(greaterThan(corner, size - 2))) return;
    add_to_cell(first + corner.y * size.x + corner.x, size.x, on_grid - vec2(corner), mirrored,
                amount);
}

// Marks tiles as lit. Every tile that the point reaches is marked or next to a marked tile.
void light_tiles(int level, vec2 place) {
    float reach = float(2 << level);
    ivec2 last = (ivec2(picture_px) + 4) / kTile;
    ivec2 from = clamp(ivec2(place - reach) / kTile, ivec2(0), last);
    ivec2 to = clamp(ivec2(place + reach) / kTile, ivec2(0), last);
    sums[first_tile + from.y * tile_columns + from.x] = 1;
    sums[first_tile + from.y * tile_columns + to.x] = 1;
    sums[first_tile + to.y * tile_columns + from.x] = 1;
    sums[first_tile + to.y * tile_columns + to.x] = 1;
}

void main() {
    uint i = gl_GlobalInvocationID.x +
             gl_GlobalInvocationID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    if (i >= uint(count)) return;
    vec4 clip = view_projection * vec4(positions[i].xyz, 1.0);
    if (clip.z < -clip.w || clip.z > clip.w) return;  // also discards points behind the camera

    float depth = clip.w / target_depth;
    float asked = attenuate ? radius_px / max(depth, 1e-3) : radius_px;
    float radius = clamp(asked, kMinRadius, kMaxRadius) + 0.5;  // this includes the smooth edge
    // If the radius is between the radii of two grids, the point is added to both, or a random
    // choice decides.
    float fineness = clamp(log2(radius / kGridRadius), 0.0, float(kLevels - 1));
    int level = int(fineness + (in_both_grids ? 0.0 : own_number(i)));
    vec2 place = (clip.xy / clip.w * 0.5 + 0.5) * picture_px;
    float reach = float(4 << level);
    if (any(lessThan(place, vec2(-reach))) || any(greaterThan(place, picture_px + reach))) return;

    // A point that is smaller than kMinRadius is drawn at kMinRadius and fades, so that it does not
    // flicker.
    float shrink = min(asked / kMinRadius, 1.0);
    vec4 colour = clamp(source_colour(i), 0.0, 1.0);
    // The exponent 1.5 is between 2 (about sRGB) and 1 (linear), so that sums keep contrast and
    // color.
    vec3 raised = colour.rgb * sqrt(colour.rgb);
    float scale = radius / (kGridRadius * float(1 << level));
    vec3 amount = raised * (steps * colour.a * shrink * shrink * scale * scale);
    float beyond = in_both_grids ? fineness - float(level) : 0.0;
    bool mirrored = (i & 1u) != 0u;
    add_to_grid(level, place, mirrored, (1.0 - beyond) * amount);
    // The factor is 0.25 because a node of the coarser grid covers as much area as four nodes of
    // this grid.
    if (beyond > 0.0) add_to_grid(level + 1, place, mirrored, 0.25 * beyond * amount);
    light_tiles(level + int(beyond > 0.0), place);
}
