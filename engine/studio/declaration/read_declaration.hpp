// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// A question for the compiler: are two types the same? Such a question is necessary if the source
/// uses the name of a type that the source does not define.
struct TypeQuestion {
    std::string scope;     ///< the namespaces in which `written` is looked up: "a::b"
    std::string written;   ///< the type in the source
    std::string expected;  ///< the type that it must be
    Mistake otherwise;     ///< the mistake to report if the types differ
};

/// The declarations in a source, and the mistakes in it.
struct Reading {
    Declaration declaration;
    std::vector<Mistake> mistakes;  ///< sorted by line; if not empty, `declaration` is incomplete
    std::vector<TypeQuestion> questions;
};

struct ReadOptions {
    /// True if host code may run kernels. Kernels without an annotation then get Role::by_host, and
    /// may take arguments that only host code can provide.
    bool has_host = false;
};

/// Parses the annotations of a CUDA C++ file without a compiler. See docs/reference/studio.md for
/// the syntax. Error messages refer to the source as `file`.
Reading read_annotations(const std::string& file, std::string_view source,
                         const ReadOptions& options = {});

/// Like read_annotations(), but throws DeclarationError with all mistakes if there are any.
Declaration read_declaration(const std::string& file, std::string_view source,
                             const ReadOptions& options = {});

}  // namespace glint::studio
