// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/vector_library.hpp>

#include <algorithm>

#include <dlfcn.h>

#include <glint/cpu/codegen/host_target.hpp>

namespace glint::cpu {
namespace {

/// An instruction set for which the library has functions. The names of these functions contain
/// `letter`.
struct InstructionSet {
    char letter;
    unsigned bits;
};

bool host_has(std::string_view feature) {
    const auto& features = host_target().features;
    return std::find(features.begin(), features.end(), "+" + std::string(feature)) !=
           features.end();
}

InstructionSet best_instruction_set() {
    if (host_has("avx512f")) return {'e', 512};
    if (host_has("avx2")) return {'d', 256};
    return {'b', 128};
}

/// A library function with a larger error than CUDA's documentation allows for that function.
struct Inexact {
    std::string_view name;
    std::string_view letters;  ///< letters of the instruction sets with an error that is too large
    double bound_ulp;          ///< error that CUDA allows; see "CUDA C++ Programming Guide",
                               ///< section "Mathematical Functions"
    double worst_ulp;          ///< largest measured error
};

// The library itself only promises 4 ulp. The errors of glibc 2.36 were measured with 8 million
// floats or 1.5 million doubles per function and instruction set. A measured error is the distance
// from the exact result, which was computed with a wider type. CUDA's bounds are distances from the
// correctly rounded result. Therefore, a measured error may exceed the bound by half an ulp.
constexpr Inexact kInexact[] = {
    {"expf", "edb", 1, 2.81},   {"exp10f", "e", 2, 3.76},  {"expm1f", "edb", 1, 2.33},
    {"logf", "edb", 1, 3.92},   {"log2f", "edb", 1, 2.41}, {"log10f", "eb", 2, 3.41},
    {"log1pf", "edb", 1, 1.97}, {"asinf", "edb", 2, 3.00}, {"atanf", "b", 2, 2.74},
    {"cbrtf", "edb", 1, 2.85},  {"erff", "e", 2, 4.00},    {"exp", "edb", 1, 2.86},
    {"exp2", "db", 1, 1.64},    {"exp10", "edb", 1, 1.51}, {"expm1", "edb", 1, 2.79},
    {"log", "b", 1, 1.55},      {"log2", "edb", 1, 1.80},  {"log10", "edb", 1, 1.90},
    {"log1p", "edb", 1, 1.77},  {"sin", "edb", 2, 3.22},   {"cos", "edb", 2, 3.41},
    {"tan", "edb", 2, 3.39},    {"asin", "edb", 2, 2.85},  {"atan", "ed", 2, 2.54},
    {"cosh", "edb", 1, 1.91},   {"tanh", "db", 1, 2.15},   {"cbrt", "edb", 1, 2.63},
};

bool is_exact_enough(std::string_view name, InstructionSet set) {
    return std::none_of(std::begin(kInexact), std::end(kInexact), [&](const Inexact& function) {
        return function.name == name && function.letters.find(set.letter) != std::string_view::npos;
    });
}

bool is_there(const std::string& symbol) {
    // The library is never closed, because its functions may be in use until the process ends.
    static void* const library = dlopen(kVectorLibrary, RTLD_NOW);
    return library != nullptr && dlsym(library, symbol.c_str()) != nullptr;
}

}  // namespace

// The symbol follows the x86 vector function ABI: _ZGV, the letter of the instruction set, N for
// "no mask", the number of elements, a v for each argument, an underscore, and the C name.
std::optional<VectorFunction> find_vector_function(std::string_view name, unsigned arity,
                                                   unsigned element_bits, unsigned width,
                                                   bool approximate) {
    static const InstructionSet best = best_instruction_set();
    for (const InstructionSet set : {InstructionSet{'e', 512}, {'d', 256}, {'b', 128}}) {
        const unsigned elements = set.bits / element_bits;
        if (set.bits > best.bits || elements > width) continue;
        if (!approximate && !is_exact_enough(name, set)) continue;
        std::string symbol = std::string("_ZGV") + set.letter + "N" + std::to_string(elements) +
                             std::string(arity, 'v') + "_" + std::string(name);
        if (is_there(symbol)) return VectorFunction{std::move(symbol), elements};
    }
    return std::nullopt;
}

}  // namespace glint::cpu
