// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glint::cpu {

/// A function of the system's vector math library.
struct VectorFunction {
    std::string name;
    unsigned width = 0;  ///< elements per vector
};

/// File name of the system's vector math library.
inline constexpr const char* kVectorLibrary = "libmvec.so.1";

/// Returns the widest function, of at most `width` elements, that computes the C function `name`
/// for `arity` arguments of `element_bits`; nullopt if the library or the function is missing.
/// Unless `approximate`, it is at least as accurate as CUDA documents for that function.
std::optional<VectorFunction> find_vector_function(std::string_view name, unsigned arity,
                                                   unsigned element_bits, unsigned width,
                                                   bool approximate = false);

}  // namespace glint::cpu
