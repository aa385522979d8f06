// SPDX-License-Identifier: MIT
// Arguments of the kernel in this folder other than its operands, shared by host and device.
#pragma once

namespace glint::expression {

/// The lines of a launch. If several blocks share a line, each processes a part of it. Then there
/// is one launch per level of reductions, which stores the states of all parts, and a last launch
/// that writes.
struct Work {
    long long lines;  // number of lines; column-wise, of packs of lines
    long long rows;   // rows of the loops per line
    long long size;   // elements per line
    long long part;   // elements per block that shares a line, except the last
    void* partials;   // kStateBytes for each level, part and line
    long long parts;
};
static_assert(sizeof(Work) == 48);

}  // namespace glint::expression
