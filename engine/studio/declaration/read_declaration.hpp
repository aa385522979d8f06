// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// A question for the compiler: whether two types are one. It is asked where a source has a type by
/// a name that its text does not explain.
struct TypeQuestion {
    std::string scope;     ///< the namespaces in which `written` is meant: "a::b"
    std::string written;   ///< in the source
    std::string expected;  ///< what it has to be
    Mistake otherwise;     ///< what to say if it is not
};

/// What a text declares, and what is wrong with it.
struct Reading {
    Declaration declaration;
    std::vector<Mistake> mistakes;  ///< by line; the declaration is whole only without any
    std::vector<TypeQuestion> questions;
};

struct ReadOptions {
    /// Whether host code runs what no annotation does: kernels without one are then its own
    /// (Role::by_host), and may take what only it knows.
    bool has_host = false;
};

/// Reads the annotations of a CUDA C++ file, which docs/reference/studio.md describes, without a compiler.
/// Messages call the file `file`.
Reading read_annotations(const std::string& file, std::string_view source,
                         const ReadOptions& options = {});

/// Throws DeclarationError with all mistakes, if there are any.
Declaration read_declaration(const std::string& file, std::string_view source,
                             const ReadOptions& options = {});

}  // namespace glint::studio
