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

/// Returns true for a word, as opposed to a number or a sign.
bool starts_name(std::string_view text);
bool is_any(std::string_view text, std::span<const std::string_view> of);

/// Finds the ends of the parts of C++ by their signs. The number of tokens stands for the end of
/// the source, and for what is not found.
class TokenWalk {
public:
    explicit TokenWalk(TokenRange tokens) : tokens_(tokens) {}

    std::size_t count() const { return tokens_.size(); }
    /// Empty after the end.
    std::string_view text(std::size_t at) const {
        return at < count() ? tokens_[at].text : std::string_view();
    }
    unsigned line(std::size_t at) const { return tokens_[at].line; }
    TokenRange range(std::size_t from, std::size_t to) const {
        return tokens_.subspan(from, to - from);
    }

    /// The index after the sign that closes what opens at `open`.
    std::size_t behind_closing(std::size_t open) const;
    /// The index after the `>` that closes the `<` at `open`.
    std::size_t behind_template_list(std::size_t open) const;
    /// The index after `alignas(16)`, `__align__(8)`, `[[maybe_unused]]` and the like.
    std::size_t behind_attributes(std::size_t from) const;
    /// The next of such signs, outside of all brackets.
    std::size_t find_outside(std::size_t from, std::string_view any_of) const;
    /// The next comma, or the `;`, outside of brackets and of template arguments.
    std::size_t find_comma(std::size_t from) const;

    /// The `(` of the parameters of the function whose `operator` is at this index.
    std::size_t list_of_operator(std::size_t at) const;
    /// The `{` of a function's body, or what ends its declaration without one. Its parameters end
    /// before `from`.
    std::size_t end_of_head(std::size_t from) const;

private:
    std::size_t behind_initializers(std::size_t from) const;

    TokenRange tokens_;
};

}  // namespace glint::studio
