// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

namespace glint::cpu {

/// A line of a source file, and the function that contains the line.
struct SourceFrame {
    std::string file;
    unsigned line = 0;  ///< 0 if the line is unknown
    std::string function;
};

/// Returns the path of a source file that the debug information describes as `file` in `folder`.
std::string source_path(const std::string& folder, const std::string& file);

/// Describes a location in inlined functions, for example "fault.cu:8 in pick, from fault.cu:12".
/// The innermost function comes first. Omits frames without a line and frames of the prelude.
/// Returns an empty string if all frames are omitted.
std::string describe_place(std::span<const SourceFrame> frames);

}  // namespace glint::cpu
