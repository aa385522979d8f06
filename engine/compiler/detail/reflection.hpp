// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint::compiler {

/// Parses the parameter struct `struct_name` from CUDA C++ source:
///
///     struct Params {
///         float drag = 0.4f;                //@ 0..4 1/s "Drag": slows each particle
///         float glow = 1.0f;                //@ 0.01..100 log "Glow"
///         float3 wind = {0.0f, 0.0f, 0.0f}; //@ -1..1 m/s "Wind"
///         bool frozen = false;              //@ "Frozen"
///         int octaves = 3;                  // no annotation: no widget, set only by code
///     };
///
/// Each line declares one member with its initial value. Its type is float, double, `__half`,
/// `__nv_bfloat16`, bool, an integer type of 8 to 64 bits, an array of up to four of those, as in
/// `int taps[3] = {1, 2, 1};`, float2 to float4, `__half2` or `__nv_bfloat162`. A member may also
/// be a struct, `Wind wind;`, if `struct Wind {` is defined above in the same form. Its members
/// become the parameters "wind.speed"... The layout follows C's rules, with CUDA's alignment of
/// vector types. An
/// annotation is `//@ [MIN..MAX] [log] [UNIT] "LABEL" [: HELP]`; only bool may
/// omit the range.
///
/// Throws Error(not_found) if the struct does not exist. Throws Error(bad_input), naming the line,
/// for a member in another form, a line of more than 2000 characters, structs nested more than 32
/// deep, or more than 10,000 members in total.
ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name);

/// An error in a line of a parameter struct.
struct ParameterMistake {
    std::size_t line = 0;  ///< counted from 1
    std::string reason;
};

/// Parses the valid members, and adds a mistake for each invalid one. Throws Error(not_found) if
/// the struct does not exist.
ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name,
                                std::vector<ParameterMistake>& mistakes);

}  // namespace glint::compiler
