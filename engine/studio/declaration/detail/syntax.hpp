// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <glint/compiler/detail/tokens.hpp>
#include <glint/studio/declaration/detail/token_walk.hpp>
#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

using compiler::Note;
using compiler::Tokens;

/// A member of a struct or a parameter of a function: its type and its name, as in the source.
struct Variable {
    std::string type;  ///< "unsigned char": without const, pointers, references and __restrict__
    std::string name{};
    unsigned pointers = 0;
    bool is_const = false;  ///< for a pointer: true if the pointee is const
    bool is_reference = false;
    unsigned line = 0;
    unsigned array = 0;  ///< 3 for `NAME[3]`; 0 if not an array, or unknown length
    const Note* note = nullptr;
};

struct StructSyntax {
    std::string name;
    unsigned line = 0;
    const Note* note = nullptr;  ///< annotation of the struct itself
    std::vector<Variable> members{};
};

struct FunctionSyntax {
    std::string name;   ///< name, qualified with its namespaces
    unsigned line = 0;  ///< line of the name
    bool is_kernel = false;
    bool is_device = false;
    bool is_template = false;
    std::string result{};
    std::vector<Variable> parameters{};
    std::vector<const Note*> notes{};    ///< annotations above the function
    bool has_atomics = false;            ///< true if the body has atomic operations
    bool uses_blocks = false;            ///< true if it uses shared memory, barriers, or warps
    std::set<std::string_view> names{};  ///< identifiers in the body, including called functions
};

/// An annotation inside of braces that does not belong to a member of a struct.
struct StrayNote {
    const Note* note = nullptr;
    /// First word of the declaration that contains the braces, such as "class".
    std::string_view keyword{};
};

/// The annotations of a source file, and the declarations that annotations can refer to.
struct Syntax {
    Tokens text;
    std::vector<const Note*> notes;  ///< annotations neither above functions nor inside types
    std::vector<StructSyntax> structs;
    std::vector<StrayNote> stray_notes;
    /// Kernels, device functions, member functions of structs, and macros.
    std::vector<FunctionSyntax> functions;
    std::map<std::string, std::string, std::less<>> aliases;  ///< type aliases

    const StructSyntax* find_struct(std::string_view name) const;
    /// True if the function, or a function in this source that it may call, uses atomic operations.
    bool uses_atomics(const FunctionSyntax& function) const;
    /// True if the function, or a function in this source that it may call, uses shared memory,
    /// barriers, or warps.
    bool uses_blocks(const FunctionSyntax& function) const;

private:
    std::vector<const FunctionSyntax*> reached_from(const FunctionSyntax& function) const;
};

/// Reads the structs, kernels, device functions, and type aliases. The result refers to the memory
/// of `source`. Skips text that it cannot parse; the compiler reports any errors there.
Syntax read_syntax(std::string_view source);

}  // namespace glint::studio
