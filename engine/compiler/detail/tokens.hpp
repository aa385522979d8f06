// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace glint::compiler {

/// A name, a number, a string or a sign of CUDA C++.
struct Token {
    std::string_view text;
    unsigned line = 0;  ///< from 1
};

/// What follows `//@` on a line.
struct Note {
    std::string_view text;      ///< without white space at its ends
    unsigned line = 0;          ///< from 1
    std::size_t token = 0;      ///< how many tokens come before it
    bool has_own_line = false;  ///< whether nothing else stands on its line
};

/// A line of the preprocessor.
struct Directive {
    std::string_view text;
    unsigned line = 0;      ///< from 1
    std::size_t token = 0;  ///< how many tokens come before it
};

/// A source without comments and preprocessor lines. Views into the text that it was made of.
struct Tokens {
    std::vector<Token> tokens;
    std::vector<Note> notes;
    std::vector<Directive> directives;
};

/// The index after the token that closes the bracket at `open`; the number of tokens if none does.
std::size_t after_closing(std::span<const Token> tokens, std::size_t open);

/// Macros are not expanded; of conditions only `#if 0` is followed.
Tokens tokens_of(std::string_view source);

}  // namespace glint::compiler
