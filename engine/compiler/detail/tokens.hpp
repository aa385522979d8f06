// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace glint::compiler {

/// An identifier, number, string or punctuation mark of CUDA C++.
struct Token {
    std::string_view text;
    unsigned line = 0;  ///< counted from 1
};

/// An annotation: the text after `//@` on a line.
struct Note {
    std::string_view text;      ///< without leading and trailing white space
    unsigned line = 0;          ///< counted from 1
    std::size_t token = 0;      ///< number of tokens before the annotation
    bool has_own_line = false;  ///< true if the line contains nothing else
};

/// A preprocessor directive.
struct Directive {
    std::string_view text;
    unsigned line = 0;      ///< counted from 1
    std::size_t token = 0;  ///< number of tokens before the directive
};

/// The tokens of a source, without comments and preprocessor lines. The source text must outlive
/// them.
struct Tokens {
    std::vector<Token> tokens;
    std::vector<Note> notes;
    std::vector<Directive> directives;
};

/// Returns the index after the bracket that closes the bracket at `open`. If it is not closed,
/// returns the number of tokens.
std::size_t after_closing(std::span<const Token> tokens, std::size_t open);

/// Splits a source into tokens. Does not expand macros. Evaluates only the condition `#if 0`.
Tokens tokens_of(std::string_view source);

}  // namespace glint::compiler
