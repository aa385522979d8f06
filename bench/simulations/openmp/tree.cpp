// SPDX-License-Identifier: MIT
#include "tree.hpp"

#include "counting_sort.hpp"
#include "device_words.hpp"

#include <glint/morton.cuh>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <utility>

namespace glint::bench::openmp {
namespace {

constexpr int kDeepest = 21;
constexpr int kDigit = 11,
              kPasses = 6;  // bits per digit of a key, and number of passes

/// The cube that the root cell fills.
struct Cube {
    float low[3], side;
};

/// State shared by the threads of a team.
struct Shared {
    float low[3] = {3.4e38f, 3.4e38f, 3.4e38f}, high[3] = {-3.4e38f, -3.4e38f, -3.4e38f};
    std::atomic<int> nodes{1}, groups{0};
    std::array<int, kDeepest + 2> level_begins{};
    bool has_room = true;
};

float* at(float* fours, int i) { return fours + 4 * static_cast<std::ptrdiff_t>(i); }

// All threads of a team call set_off(), sort(), build() and find_all_moments().

void set_off(const TreeBodies& b, Shared& shared) {
    const float half = 0.5f * b.dt;
    float low[3] = {3.4e38f, 3.4e38f, 3.4e38f}, high[3] = {-3.4e38f, -3.4e38f, -3.4e38f};
#pragma omp for schedule(static)
    for (int i = 0; i < b.count; ++i) {
        float *const p = at(b.place, i), *const v = at(b.velocity, i);
        const float* const a = at(b.pull, i);
        for (int k = 0; k < 3; ++k) {
            v[k] += half * a[k];
            p[k] += b.dt * v[k];
            low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
        }
    }
#pragma omp critical
    for (int k = 0; k < 3; ++k) {
        shared.low[k] = std::min(shared.low[k], low[k]);
        shared.high[k] = std::max(shared.high[k], high[k]);
    }
#pragma omp barrier
}

/// Sorts the points by Morton code.
void sort(const TreeBodies& b, const Cube& cube) {
    auto *keys = b.keys, *other_keys = b.other_keys;
    auto *order = b.order, *other_order = b.other_order;
    const auto cell = [&](float offset) {
        constexpr float kCells = 1 << kDeepest;
        return static_cast<unsigned>(std::min(offset / cube.side * kCells, kCells - 1));
    };
#pragma omp for schedule(static)
    for (int i = 0; i < b.count; ++i) {
        const float* const p = at(b.place, i);
        keys[i] =
            morton3(cell(p[0] - cube.low[0]), cell(p[1] - cube.low[1]), cell(p[2] - cube.low[2]));
        order[i] = i;
    }
    for (int pass = 0; pass < kPasses; ++pass) {
#pragma omp for schedule(static)
        for (int i = 0; i < b.count; ++i)
            b.digits[i] = static_cast<unsigned>(keys[i] >> kDigit * pass) & ((1 << kDigit) - 1);
        sort_by_counting({.particles = b.count,
                          .keys = 1 << kDigit,
                          .key = b.digits,
                          .begins = b.begins,
                          .counts = b.counts,
                          .order = b.places});
#pragma omp for schedule(static)
        for (int i = 0; i < b.count; ++i) {
            other_keys[i] = keys[b.places[i]];
            other_order[i] = order[b.places[i]];
        }
        std::swap(keys, other_keys), std::swap(order, other_order);
    }
#pragma omp for schedule(static)
    for (int i = 0; i < b.count; ++i) std::copy_n(at(b.place, order[i]), 4, at(b.sorted, i));
}

/// Divides the points of a bucket cell into groups. A group is a contiguous range of points.
void add_groups(const TreeBodies& b, const TreeNode& node, Shared& shared) {
    for (int first = node.first; first < node.end; first += b.group)
        b.groups[shared.groups++] = {first, std::min(first + b.group, node.end)};
}

/// Creates those child cells of a node that have points. They are contiguous in memory.
void divide(const TreeBodies& b, TreeNode& node, Shared& shared) {
    const auto most = [&](int points) { return node.end - node.first > points; };
    if (!most(b.leaf) || node.level == kDeepest) return;
    int begins[9] = {node.first};
    const int shift = 3 * (kDeepest - node.level - 1);
    for (int octant = 0; octant < 8; ++octant)
        begins[octant + 1] = static_cast<int>(
            std::partition_point(b.keys + begins[octant], b.keys + node.end,
                                 [&](unsigned long long key) {
                                     return static_cast<int>(key >> shift & 7) <= octant;
                                 }) -
            b.keys);
    for (int octant = 0; octant < 8; ++octant) node.children += begins[octant] < begins[octant + 1];
    node.child = shared.nodes.fetch_add(node.children);
    if (node.child + node.children > b.max_nodes) {
        shared.has_room = false;
        node.children = 0;
        return;
    }
    TreeNode* child = b.nodes + node.child;
    for (int octant = 0; octant < 8; ++octant) {
        if (begins[octant] == begins[octant + 1]) continue;
        *child = {.first = begins[octant],
                  .end = begins[octant + 1],
                  .child = 0,
                  .children = 0,
                  .level = node.level + 1,
                  .pad = {},
                  .centre = {},
                  .mass = 0,
                  .second = {},
                  .side = 0,
                  .offset = 0};
        const bool is_bucket = child->end - child->first <= b.bucket || child->level == kDeepest;
        if (most(b.bucket) && is_bucket) add_groups(b, *child, shared);
        ++child;
    }
}

/// Builds the tree level by level. Returns the number of levels, but at most kDeepest.
int build(const TreeBodies& b, Shared& shared) {
#pragma omp single
    {
        b.nodes[0] = {};
        b.nodes[0].end = b.count;
        if (b.count <= b.bucket) add_groups(b, b.nodes[0], shared);
        shared.level_begins[0] = 0, shared.level_begins[1] = 1;
    }
    int level = 0;
    while (true) {
        const int begin = shared.level_begins[static_cast<std::size_t>(level)];
        const int end = shared.level_begins[static_cast<std::size_t>(level) + 1];
        if (begin == end || level == kDeepest) break;
#pragma omp for schedule(dynamic, 16)
        for (int i = begin; i < end; ++i) divide(b, b.nodes[i], shared);
        ++level;
#pragma omp single
        shared.level_begins[static_cast<std::size_t>(level) + 1] =
            shared.has_room ? shared.nodes.load() : end;
    }
    return level;
}

void add(TreeNode& node, const float* p, float mass) {
    const float x = p[0] - node.centre[0], y = p[1] - node.centre[1], z = p[2] - node.centre[2];
    node.second[0] += mass * x * x, node.second[1] += mass * x * y;
    node.second[2] += mass * x * z, node.second[3] += mass * y * y;
    node.second[4] += mass * y * z, node.second[5] += mass * z * z;
}

/// Computes the moments of a leaf from its points, or of another node from its children's moments.
void find_moments(const TreeBodies& b, const Cube& cube, TreeNode& node) {
    const float size = ldexpf(cube.side, -node.level);
    float middle[3];
    for (int k = 0; k < 3; ++k)
        middle[k] = cube.low[k] + (static_cast<float>(morton3_coordinate(b.keys[node.first], k) >>
                                                      (kDeepest - node.level)) +
                                   0.5f) *
                                      size;
    const auto for_each = [&](const auto& visit) {
        if (node.children == 0)
            for (int i = node.first; i < node.end; ++i) visit(at(b.sorted, i), at(b.sorted, i)[3]);
        for (int i = 0; i < node.children; ++i)
            visit(b.nodes[node.child + i].centre, b.nodes[node.child + i].mass);
    };
    float mass = 0, sum[3] = {};
    for_each([&](const float* p, float m) {
        mass += m;
        for (int k = 0; k < 3; ++k) sum[k] += m * (p[k] - middle[k]);
    });
    float square = 0;
    for (int k = 0; k < 3; ++k) {
        const float off = mass > 0 ? sum[k] / mass : 0.0f;
        node.centre[k] = middle[k] + off;
        square += off * off;
    }
    node.mass = mass;
    for_each([&](const float* p, float m) { add(node, p, m); });
    for (int i = 0; i < node.children; ++i)
        for (int k = 0; k < 6; ++k) node.second[k] += b.nodes[node.child + i].second[k];
    node.offset = sqrtf(square);
    node.side = node.children == 0 && node.end - node.first > b.leaf ? -1e30f : size;
}

void find_all_moments(const TreeBodies& b, const Cube& cube, const Shared& shared, int levels) {
    for (int level = levels; level >= 0; --level) {
        const int begin = shared.level_begins[static_cast<std::size_t>(level)];
        const int end = shared.level_begins[static_cast<std::size_t>(level) + 1];
#pragma omp for schedule(dynamic, 64)
        for (int i = begin; i < end; ++i) find_moments(b, cube, b.nodes[i]);
    }
}

// --------------------------------------------------------------------------------------- forces

constexpr int kRoom = 1024;

/// Points that attract a group, one array per component.
struct Points {
    float x[kRoom], y[kRoom], z[kRoom], mass[kRoom];
    int count = 0;
};

/// Cells that attract a group. xx to zz: three times the second moments; trace: (xx + yy + zz) / 2.
struct Cells {
    float x[kRoom], y[kRoom], z[kRoom], mass[kRoom];
    float xx[kRoom], xy[kRoom], xz[kRoom], yy[kRoom], yz[kRoom], zz[kRoom], trace[kRoom];
    int count = 0;
};

/// The bodies of a group, and the sums of their attraction.
struct Pulled {
    const TreeBodies& b;
    TreeGroup group;
    float square;  ///< squared softening
    float sums[64][4] = {};

    void by(Points& points) {
        for (int i = group.first; i < group.end; ++i) {
            const float* const p = at(b.sorted, i);
            float ax = 0, ay = 0, az = 0, depth = 0;
#pragma omp simd reduction(+ : ax, ay, az, depth)
            for (int k = 0; k < points.count; ++k) {
                const float dx = points.x[k] - p[0], dy = points.y[k] - p[1],
                            dz = points.z[k] - p[2];
                const float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + square);
                const float each = points.mass[k] * inverse, force = each * (inverse * inverse);
                ax += force * dx, ay += force * dy, az += force * dz, depth += each;
            }
            take(i, ax, ay, az, depth);
        }
        points.count = 0;
    }
    void by(Cells& cells) {
        for (int i = group.first; i < group.end; ++i) {
            const float* const p = at(b.sorted, i);
            float ax = 0, ay = 0, az = 0, depth = 0;
#pragma omp simd reduction(+ : ax, ay, az, depth)
            for (int k = 0; k < cells.count; ++k) {
                const float dx = cells.x[k] - p[0], dy = cells.y[k] - p[1], dz = cells.z[k] - p[2];
                const float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + square);
                const float inverse2 = inverse * inverse, each = cells.mass[k] * inverse;
                const float third = inverse2 * inverse, fifth = third * inverse2;
                const float sx = cells.xx[k] * dx + cells.xy[k] * dy + cells.xz[k] * dz;
                const float sy = cells.xy[k] * dx + cells.yy[k] * dy + cells.yz[k] * dz;
                const float sz = cells.xz[k] * dx + cells.yz[k] * dy + cells.zz[k] * dz;
                const float along = (dx * sx + dy * sy + dz * sz) * inverse2;
                const float force = each * inverse2 + fifth * (2.5f * along - cells.trace[k]);
                ax += force * dx - fifth * sx;
                ay += force * dy - fifth * sy;
                az += force * dz - fifth * sz;
                depth += third * (0.5f * along - cells.trace[k] / 3) + each;
            }
            take(i, ax, ay, az, depth);
        }
        cells.count = 0;
    }

private:
    void take(int i, float ax, float ay, float az, float depth) {
        float* const sum = sums[i - group.first];
        sum[0] += ax, sum[1] += ay, sum[2] += az, sum[3] += depth;
    }
};

void list(const TreeBodies& b, const TreeNode& node, Cells& cells) {
    const int k = cells.count++;
    const float s = 3 * b.quadrupoles;
    cells.x[k] = node.centre[0], cells.y[k] = node.centre[1], cells.z[k] = node.centre[2];
    cells.mass[k] = node.mass;
    cells.xx[k] = s * node.second[0], cells.xy[k] = s * node.second[1];
    cells.xz[k] = s * node.second[2], cells.yy[k] = s * node.second[3];
    cells.yz[k] = s * node.second[4], cells.zz[k] = s * node.second[5];
    cells.trace[k] = 0.5f * s * (node.second[0] + node.second[3] + node.second[5]);
}

void attract(const TreeBodies& b, TreeGroup group) {
    const float soft = std::max(b.softening, 1e-4f), theta = std::clamp(b.theta, 0.01f, 1.1f);
    Pulled pulled{.b = b, .group = group, .square = soft * soft};
    Points points;
    Cells cells;
    float low[3], high[3];
    for (int k = 0; k < 3; ++k) {
        low[k] = high[k] = at(b.sorted, group.first)[k];
        for (int i = group.first; i < group.end; ++i) {
            low[k] = std::min(low[k], at(b.sorted, i)[k]);
            high[k] = std::max(high[k], at(b.sorted, i)[k]);
        }
    }
    int waiting[8 * (kDeepest + 1)], count = 1;
    waiting[0] = 0;
    while (count > 0) {
        const TreeNode& node = b.nodes[waiting[--count]];
        float square = 0;
        for (int k = 0; k < 3; ++k) {
            const float off =
                std::max(std::max(low[k] - node.centre[k], node.centre[k] - high[k]), 0.0f);
            square += off * off;
        }
        const float reach = node.side / theta + node.offset;
        if (reach < 0 || square > reach * reach) {
            list(b, node, cells);
            if (cells.count == kRoom) pulled.by(cells);
        } else if (node.children > 0) {
            for (int i = 0; i < node.children; ++i) waiting[count++] = node.child + i;
        } else {
            for (int i = node.first; i < node.end; ++i) {
                const int k = points.count++;
                const float* const p = at(b.sorted, i);
                points.x[k] = p[0], points.y[k] = p[1], points.z[k] = p[2], points.mass[k] = p[3];
                if (points.count == kRoom) pulled.by(points);
            }
        }
    }
    pulled.by(cells);
    pulled.by(points);
    for (int i = group.first; i < group.end; ++i) {
        const float* const sum = pulled.sums[i - group.first];
        float *const pull = at(b.pull, b.order[i]), *const v = at(b.velocity, b.order[i]);
        for (int k = 0; k < 3; ++k) {
            pull[k] = sum[k];
            v[k] += 0.5f * b.dt * sum[k];
        }
        pull[3] = at(b.sorted, i)[3] / soft - sum[3];  // subtracts the body's pull on itself
    }
}

}  // namespace

int openmp_tree(const TreeBodies* given) {
    const TreeBodies& b = *given;
    Shared shared;
#pragma omp parallel
    {
        set_off(b, shared);
        Cube cube{.low = {shared.low[0], shared.low[1], shared.low[2]}, .side = 0};
        for (int k = 0; k < 3; ++k) cube.side = std::max(cube.side, shared.high[k] - shared.low[k]);
        sort(b, cube);
        const int levels = build(b, shared);
        find_all_moments(b, cube, shared, levels);
#pragma omp for schedule(dynamic, 4)
        for (int i = 0; i < shared.groups.load(); ++i) attract(b, b.groups[i]);
    }
    return shared.has_room ? shared.nodes.load() : 0;
}

}  // namespace glint::bench::openmp
