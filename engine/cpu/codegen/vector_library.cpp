#include <glint/cpu/codegen/vector_library.hpp>

#include <algorithm>

#include <dlfcn.h>

#include <glint/cpu/codegen/host_target.hpp>

namespace glint::cpu {
namespace {

/// One instruction set of the vector function ABI.
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

bool is_there(const std::string& symbol) {
    // Never closed: functions of it may be in use for as long as the process lives.
    static void* const library = dlopen(kVectorLibrary, RTLD_NOW);
    return library != nullptr && dlsym(library, symbol.c_str()) != nullptr;
}

}  // namespace

// Names are made as the x86 vector function ABI says: _ZGV, instruction set, N for "no mask",
// width, a v for each argument, and the C name.
std::optional<VectorFunction> find_vector_function(std::string_view name, unsigned arity,
                                                   unsigned element_bits, unsigned width) {
    static const InstructionSet best = best_instruction_set();
    for (const InstructionSet set : {InstructionSet{'e', 512}, {'d', 256}, {'b', 128}}) {
        const unsigned elements = set.bits / element_bits;
        if (set.bits > best.bits || elements > width) continue;
        std::string symbol = std::string("_ZGV") + set.letter + "N" + std::to_string(elements) +
                             std::string(arity, 'v') + "_" + std::string(name);
        if (is_there(symbol)) return VectorFunction{std::move(symbol), elements};
    }
    return std::nullopt;
}

}  // namespace glint::cpu
