// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <glint/compiler/detail/tokens.hpp>

namespace glint::studio {

using compiler::Token;
using TokenRange = std::span<const Token>;

inline constexpr std::string_view kOperator = "operator";

/// Returns true for an identifier or a keyword, and false for a number or punctuation.
bool starts_name(std::string_view text);
bool is_any(std::string_view text, std::span<const std::string_view> of);

/// Finds the ends of C++ constructs by their punctuation. If a function finds nothing, it returns
/// count(), the index after the last token.
class TokenWalk {
public:
    explicit TokenWalk(TokenRange tokens) : tokens_(tokens) {}

    std::size_t count() const { return tokens_.size(); }
    /// Returns the text of a token, or an empty text after the last token.
    std::string_view text(std::size_t at) const {
        return at < count() ? tokens_[at].text : std::string_view();
    }
    unsigned line(std::size_t at) const { return tokens_[at].line; }
    TokenRange range(std::size_t from, std::size_t to) const {
        return tokens_.subspan(from, to - from);
    }

    /// Returns the index after the bracket that closes the bracket at `open`.
    std::size_t after_closing(std::size_t open) const;
    /// Returns the index after the `>` that closes the `<` at `open`.
    std::size_t after_template_list(std::size_t open) const;
    /// Returns the index after attributes such as `alignas(16)`, `__align__(8)`,
    /// `[[maybe_unused]]`. Without attributes, returns `from`.
    std::size_t after_attributes(std::size_t from) const;
    /// Returns the index of the first token, starting at `from`, that is one of the characters
    /// `any_of`. Skips everything inside of brackets.
    std::size_t find_outside(std::size_t from, std::string_view any_of) const;
    /// Returns the index of the next comma or `;`. Skips brackets and template argument lists.
    std::size_t find_comma(std::size_t from) const;

    /// Returns the index of the `(` that opens the parameters of an operator. The keyword
    /// `operator` is at `at`.
    std::size_t list_of_operator(std::size_t at) const;
    /// Returns the index of the `{` of a function's body, or of the token that ends the declaration
    /// if the function does not have a body. `from` is the index after the parameter list.
    std::size_t end_of_head(std::size_t from) const;

private:
    std::size_t after_initializers(std::size_t from) const;

    TokenRange tokens_;
};

}  // namespace glint::studio
