// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glint::cpu {

/// A function of the vector math library of the system.
struct VectorFunction {
    std::string name;
    unsigned width = 0;  ///< number of elements per vector
};

/// File name of the vector math library of the system.
inline constexpr const char* kVectorLibrary = "libmvec.so.1";

/// Returns the library function that computes the C function `name` for vectors of at most `width`
/// elements. Prefers the longest vectors. The function has `arity` arguments with elements of
/// `element_bits` bits. Returns nullopt if the library or the function is not found. If
/// `approximate` is false, returns only functions that are at least as accurate as CUDA's
/// documentation requires.
std::optional<VectorFunction> find_vector_function(std::string_view name, unsigned arity,
                                                   unsigned element_bits, unsigned width,
                                                   bool approximate = false);

}  // namespace glint::cpu
