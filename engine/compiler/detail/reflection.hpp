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
/// Each line declares a member with its initial value. Its type is float, double, `__half`,
/// `__nv_bfloat16`, bool, an integer type of 8 to 64 bits, or an array of up to four of these, as
/// in `int taps[3] = {1, 2, 1};`. It can also be float2 to float4, `__half2`, `__nv_bfloat162`, or
/// an enum with plain values. A member `Wind wind;` can be a struct, if `struct Wind {` is defined
/// above in the same form. The members of that struct become the parameters "wind.speed" and so on.
/// The layout follows the rules of C, with CUDA's alignment of vector types. An annotation is `//@
/// [MIN..MAX] [log] [UNIT] "LABEL" [: HELP]`. The range is optional for a bool, not allowed for an
/// enum, and required for all other types.
///
/// Throws Error(not_found) if the struct does not exist. Throws Error(bad_input), naming the line,
/// for a member in another form, for a line of more than 2000 characters, for structs nested more
/// than 32 deep, and for more than 10,000 members in total.
ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name);

/// An error in a line of a parameter struct.
struct ParameterMistake {
    std::size_t line = 0;  ///< counted from 1
    std::string reason;
};

/// Parses the valid members. Adds a mistake to `mistakes` for each invalid member. Throws
/// Error(not_found) if the struct does not exist.
ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name,
                                std::vector<ParameterMistake>& mistakes);

}  // namespace glint::compiler
