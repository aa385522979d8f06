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
    std::vector<const Note*> notes{};    ///< above it
    bool has_atomics = false;            ///< in its body
    bool uses_blocks = false;            ///< shared memory, barriers or warps in its body
    std::set<std::string_view> names{};  ///< in its body, among them the functions that it calls
};

/// An annotation in braces that is on no member of a struct.
struct StrayNote {
    const Note* note = nullptr;
    /// The first word of the declaration that has the braces, such as "class".
    std::string_view keyword{};
};

/// What a source declares, as far as annotations are about it.
struct Syntax {
    Tokens text;
    std::vector<const Note*> notes;  ///< those above no function and in no braces of a type
    std::vector<StructSyntax> structs;
    std::vector<StrayNote> stray_notes;
    /// Kernels, device functions, members of structs, and macros.
    std::vector<FunctionSyntax> functions;
    std::map<std::string, std::string, std::less<>> aliases;  ///< of types

    const StructSyntax* find_struct(std::string_view name) const;
    /// Returns true if the function, or one of this source that it may call, has an atomic
    /// operation.
    bool uses_atomics(const FunctionSyntax& function) const;
    /// Returns true if it, or one of this source that it may call, has shared memory, barriers or
    /// warps.
    bool uses_blocks(const FunctionSyntax& function) const;

private:
    std::vector<const FunctionSyntax*> reached_from(const FunctionSyntax& function) const;
};

/// Reads the source's structs, kernels, device functions and aliases of types. Views into `source`.
/// Whatever it does not understand, it passes over: the compiler looks at that.
Syntax read_syntax(std::string_view source);

}  // namespace glint::studio
