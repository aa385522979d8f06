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

/// True for an identifier or keyword, as opposed to a number or punctuation.
bool starts_name(std::string_view text);
bool is_any(std::string_view text, std::span<const std::string_view> of);

/// Finds the ends of C++ constructs by their punctuation. Its functions return count(), the index
/// after the last token, if they find nothing.
class TokenWalk {
public:
    explicit TokenWalk(TokenRange tokens) : tokens_(tokens) {}

    std::size_t count() const { return tokens_.size(); }
    /// The text of a token; empty after the last token.
    std::string_view text(std::size_t at) const {
        return at < count() ? tokens_[at].text : std::string_view();
    }
    unsigned line(std::size_t at) const { return tokens_[at].line; }
    TokenRange range(std::size_t from, std::size_t to) const {
        return tokens_.subspan(from, to - from);
    }

    /// The index after the bracket that closes the one at `open`.
    std::size_t after_closing(std::size_t open) const;
    /// The index after the `>` that closes the `<` at `open`.
    std::size_t after_template_list(std::size_t open) const;
    /// The index after attributes such as `alignas(16)`, `__align__(8)`, `[[maybe_unused]]`.
    std::size_t after_attributes(std::size_t from) const;
    /// Index of the next of these characters outside all brackets.
    std::size_t find_outside(std::size_t from, std::string_view any_of) const;
    /// Index of the next comma, or of the `;`, outside brackets and template argument lists.
    std::size_t find_comma(std::size_t from) const;

    /// Index of the `(` that begins the parameters of an operator. Its `operator` keyword is at
    /// `at`.
    std::size_t list_of_operator(std::size_t at) const;
    /// Index of the `{` of a function's body, or of the token that ends its declaration if it has
    /// no body. The parameter list ends before `from`.
    std::size_t end_of_head(std::size_t from) const;

private:
    std::size_t after_initializers(std::size_t from) const;

    TokenRange tokens_;
};

}  // namespace glint::studio
