// SPDX-License-Identifier: MIT
// Arguments of the kernel in this folder besides its operands, shared by host and device.
#pragma once

namespace glint::expression {

/// The lines of a launch. Several blocks may share a line, each with a part of it. Then there
/// is one launch for each level of reductions, which stores the states of all parts, and a last
/// launch to write.
struct Work {
    long long lines;  // row-wise; column-wise, packs of lines
    long long rows;   // of the loops, per line
    long long size;   // elements per line
    long long part;   // elements per block that shares a line, except the last
    void* partials;   // kStateBytes for each level, part and line
    long long parts;
};
static_assert(sizeof(Work) == 48);

}  // namespace glint::expression
