// SPDX-License-Identifier: MIT
// Arguments, other than the operands, of the kernel in this folder; shared by host and device.
#pragma once

namespace glint::expression {

/// The lines of a launch. If several blocks share a line, each block processes a part of the line.
/// There is then one launch per level of reductions, which stores the states of all parts, and a
/// last launch that writes the values.
struct Work {
    long long lines;  // number of lines, or of packs of lines if column-wise
    long long rows;   // rows of the loops per line
    long long size;   // elements per line
    long long part;   // elements of each part of a line, except the last part
    void* partials;   // kStateBytes for each level, part and line
    long long parts;
};
static_assert(sizeof(Work) == 48);

}  // namespace glint::expression
