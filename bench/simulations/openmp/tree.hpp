// SPDX-License-Identifier: MIT
#pragma once

/// The OpenMP reference for a step of apps/galaxy.
namespace glint::bench::openmp {

struct TreeNode {
    int first, end;       ///< range of points, in key order
    int child, children;  ///< first child node, and number of children (0: a leaf)
    int level, pad[3];
    float centre[3], mass;
    float second[6];  ///< xx xy xz yy yz zz: mass-weighted sums about the center of mass
    float side;       ///< cell side; negative: a leaf at the deepest level with too many points
    float offset;     ///< distance from the cell's center to the center of mass
};

struct TreeGroup {
    int first, end;
};

struct TreeBodies {
    int count;
    int leaf, group, bucket;  ///< maximum number of points in a leaf, a group, a bucket
    float dt, theta, softening, quadrupoles;
    float *place, *velocity, *pull;  ///< four numbers per body; the fourth of `place` is the mass
    float* sorted;                   ///< `place` in key order
    unsigned long long *keys, *other_keys;
    int *order, *other_order;
    unsigned* digits;
    int *begins, *counts, *places;  ///< 2049 numbers; 2049 per thread; one per body
    TreeNode* nodes;                ///< space for `max_nodes` nodes
    int max_nodes;
    TreeGroup* groups;  ///< space for one group per body
};

extern "C" {

/// Runs a step. Returns the number of nodes, or 0 if the tree needs more than `max_nodes`.
int openmp_tree(const TreeBodies* bodies);
}

}  // namespace glint::bench::openmp
