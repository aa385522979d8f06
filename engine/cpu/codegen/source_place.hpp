// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

namespace glint::cpu {

/// A line of a kernel's source, and the function that it is in.
struct SourceFrame {
    std::string file;
    unsigned line = 0;  ///< 0 if unknown
    std::string function;
};

/// Path of a file that debug information records as `file` in `folder`.
std::string source_path(const std::string& folder, const std::string& file);

/// Describes a location in inlined functions, innermost first, as in "fault.cu:8 in pick, from
/// fault.cu:12". Omits frames of the prelude and frames without a line; empty if no frame is left.
std::string describe_place(std::span<const SourceFrame> frames);

}  // namespace glint::cpu
