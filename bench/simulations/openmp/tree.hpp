// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/galaxy.
namespace glint::bench::openmp {

struct TreeNode {
    int first, end;       ///< points, in key order
    int child, children;  ///< nodes; a leaf has none
    int level, pad[3];
    float centre[3], mass;
    float second[6];  ///< xx xy xz yy yz zz, sums of mass times these, relative to the center
    float side;       ///< negative if it has more points than a leaf at the deepest level
    float offset;     ///< of the center of mass from the cell's middle
};

struct TreeGroup {
    int first, end;
};

struct TreeBodies {
    int count;
    int leaf, group, bucket;  ///< maximum number of points
    float dt, theta, softening, quadrupoles;
    float *place, *velocity, *pull;  ///< four numbers per body: `place` includes the mass
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

/// Returns the number of nodes, or 0 if there was not enough space.
int openmp_tree(const TreeBodies* bodies);
}

}  // namespace glint::bench::openmp
