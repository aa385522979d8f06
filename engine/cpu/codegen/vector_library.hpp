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
/// elements. If there are several, returns the one with the longest vectors. The function has
/// `arity` arguments with elements of `element_bits` bits. Returns nullopt if the library is
/// missing or has no such function. If `approximate` is false, only returns functions that are at
/// least as accurate as CUDA documents.
std::optional<VectorFunction> find_vector_function(std::string_view name, unsigned arity,
                                                   unsigned element_bits, unsigned width,
                                                   bool approximate = false);

}  // namespace glint::cpu
