// SPDX-License-Identifier: MIT
#pragma once

/// A step of apps/galaxy.
namespace glint::bench::openmp {

struct TreeNode {
    int first, end;       ///< points, in the order of keys
    int child, children;  ///< nodes; a leaf has none
    int level, pad[3];
    float centre[3], mass;
    float second[6];  ///< xx xy xz yy yz zz, sums of mass times these, from the centre
    float side;       ///< negative for more points than a leaf has, which no level tells apart
    float offset;     ///< of the centre of mass from the cell's middle
};

struct TreeGroup {
    int first, end;
};

struct TreeBodies {
    int count;
    int leaf, group, bucket;  ///< the most points of each
    float dt, theta, softening, quadrupoles;
    float *place, *velocity, *pull;  ///< four numbers of each: the first has masses
    float* sorted;                   ///< places in the order of keys
    unsigned long long *keys, *other_keys;
    int *order, *other_order;
    unsigned* digits;
    int *begins, *counts, *places;  ///< 2049, as many for each thread, and of each
    TreeNode* nodes;                ///< room for `most_nodes`
    int most_nodes;
    TreeGroup* groups;  ///< room for one of each body
};

extern "C" {

/// Returns the number of nodes, or 0 if there was no room.
int openmp_tree(const TreeBodies* bodies);
}

}  // namespace glint::bench::openmp
