#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/detail/tokens.hpp>
#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// A type and a name as they stand in the source: a member or a parameter.
struct Variable {
    std::string type;  ///< "unsigned char": without const, pointers, references and __restrict__
    std::string name{};
    unsigned pointers = 0;
    bool is_const = false;  ///< of what it points to, if it is a pointer
    bool is_reference = false;
    unsigned line = 0;
    unsigned array = 0;  ///< the length of `NAME[3]`, as far as it is a number; else 0
    const Note* note = nullptr;
};

struct StructSyntax {
    std::string name;
    unsigned line = 0;
    const Note* note = nullptr;  ///< of the struct itself
    std::vector<Variable> members{};
};

struct FunctionSyntax {
    std::string name;   ///< with its namespaces
    unsigned line = 0;  ///< of its name
    bool is_kernel = false;
    bool is_device = false;
    bool is_template = false;
    std::string result{};
    std::vector<Variable> parameters{};
    std::vector<const Note*> notes{};       ///< above it
    bool has_atomics = false;               ///< in its body
    std::vector<std::string_view> calls{};  ///< names before parentheses in its body
};

/// What a source declares, as far as annotations are about it.
struct Syntax {
    Tokens text;
    std::vector<const Note*> notes;  ///< those that stand above no function and in no struct
    std::vector<StructSyntax> structs;
    std::vector<FunctionSyntax> functions;                    ///< kernels and device functions
    std::map<std::string, std::string, std::less<>> aliases;  ///< of types

    const StructSyntax* find_struct(std::string_view name) const;
    /// Whether the function, or one of this source that it calls, has an atomic operation.
    bool uses_atomics(const FunctionSyntax& function) const;
};

/// Reads the source's structs, kernels, device functions and aliases of types. Views into `source`.
/// Whatever it does not understand, it passes over: the compiler looks at that.
Syntax read_syntax(std::string_view source);

}  // namespace glint::studio
