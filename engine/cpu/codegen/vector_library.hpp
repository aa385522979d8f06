// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace glint::cpu {

/// A math function on vectors, by its name in the system's vector math library.
struct VectorFunction {
    std::string name;
    unsigned width = 0;  ///< elements of a vector
};

/// The library with vector math functions.
inline constexpr const char* kVectorLibrary = "libmvec.so.1";

/// The widest function, of at most `width` elements, that does what the C function `name` does
/// for `arity` arguments of `element_bits`; nothing if the library or the function is not there.
/// Unless it may be `approximate`, it is no less accurate than CUDA documents for that function.
std::optional<VectorFunction> find_vector_function(std::string_view name, unsigned arity,
                                                   unsigned element_bits, unsigned width,
                                                   bool approximate = false);

}  // namespace glint::cpu
