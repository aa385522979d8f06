// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint::compiler {

/// Reads the parameter struct `struct_name` out of CUDA C++ source:
///
///     struct Params {
///         float drag = 0.4f;                //@ 0..4 1/s "Drag": slows each particle
///         float glow = 1.0f;                //@ 0.01..100 log "Glow"
///         float3 wind = {0.0f, 0.0f, 0.0f}; //@ -1..1 m/s "Wind"
///         bool frozen = false;              //@ "Frozen"
///         int octaves = 3;                  // no annotation: no widget, set by code alone
///     };
///
/// One member to a line, each float, double, `__half`, `__nv_bfloat16`, bool, a whole number of 8
/// to 64 bits by any of its names, an array of up to four of those (`int taps[3] = {1, 2, 1};`),
/// float2 to float4, `__half2` or `__nv_bfloat162`, with its initial value; or `Wind wind;` for a
/// `struct Wind {` of the same form above it, whose members are the parameters "wind.speed"... An
/// annotation is `//@ [MIN..MAX] [log] [UNIT] "LABEL" [: HELP]`; only bool may
/// leave the range out. The layout is C's, with CUDA's alignment of vector types.
///
/// Throws Error(not_found) if there is no such struct, and Error(bad_input), naming the line, for
/// a member that is not of this form, a line of more than 2000 characters, more than 32 structs in
/// structs or 10,000 lines of them in all.
ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name);

/// A line of a parameter struct that is not of this form.
struct ParameterMistake {
    std::size_t line = 0;  ///< from 1
    std::string reason;
};

/// Reads the members that are of this form, and adds a mistake for each that is not. Throws
/// Error(not_found) if there is no such struct.
ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name,
                                std::vector<ParameterMistake>& mistakes);

}  // namespace glint::compiler
