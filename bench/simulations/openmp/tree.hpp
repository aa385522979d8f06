// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/galaxy.
namespace glint::bench::openmp {

struct TreeNode {
    int first, end;       ///< points, in key order
    int child, children;  ///< child nodes: first and number; a leaf has none
    int level, pad[3];
    float centre[3], mass;
    float second[6];  ///< xx xy xz yy yz zz: mass-weighted sums about the center of mass
    float side;       ///< negative if a deepest-level node has more points than a leaf may
    float offset;     ///< distance of the center of mass from the cell's center
};

struct TreeGroup {
    int first, end;
};

struct TreeBodies {
    int count;
    int leaf, group, bucket;  ///< maximum number of points of each
    float dt, theta, softening, quadrupoles;
    float *place, *velocity, *pull;  ///< four numbers per body; the fourth of `place` is the mass
    float* sorted;                   ///< positions in key order
    unsigned long long *keys, *other_keys;
    int *order, *other_order;
    unsigned* digits;
    int *begins, *counts, *places;  ///< 2049 each; `counts` and `places` per thread
    TreeNode* nodes;                ///< space for `max_nodes`
    int max_nodes;
    TreeGroup* groups;  ///< space for one per body
};

extern "C" {

/// Runs a step. Returns the number of nodes, or 0 if `max_nodes` was too small.
int openmp_tree(const TreeBodies* bodies);
}

}  // namespace glint::bench::openmp
