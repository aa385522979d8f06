// SPDX-License-Identifier: MIT
// What the host passes to the kernel in this folder beside its operands; both sides include it.
#pragma once

namespace glint::expression {

/// The lines that a launch goes over. Several blocks may share a line, each with a part of it:
/// every level of reductions is a launch then, which leaves the states of all parts, and the last
/// launch is to write.
struct Work {
    long long lines;  // row-wise; column-wise packs of them
    long long rows;   // of the loops, that a line goes over
    long long size;   // elements of a line
    long long part;   // of them for each block that shares a line, but for the last
    void* partials;   // kStateBytes for each level, part and line
    long long parts;
};
static_assert(sizeof(Work) == 48);

}  // namespace glint::expression
