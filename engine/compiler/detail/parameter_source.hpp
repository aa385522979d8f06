// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/parameters.hpp>
#include <glint/compiler/detail/tokens.hpp>

namespace glint::compiler {

using TokenRange = std::span<const Token>;

/// Returns true for an identifier or a keyword, and false for a number or punctuation.
bool is_name(std::string_view text);

/// Returns the source text from the first to the last of these tokens.
std::string_view text_of(TokenRange tokens);

/// Returns the words of a type, separated by spaces: "unsigned char", "std::uint8_t".
std::string type_name(TokenRange words);

/// Splits tokens at the commas outside all brackets.
std::vector<TokenRange> split_list(TokenRange tokens);

/// Returns the value of a decimal or hexadecimal literal, with or without a suffix, or of `true` or
/// `false`. Returns nullopt for any other text.
std::optional<double> literal_value(std::string_view literal);

/// The type of a parameter struct's member: a number, a vector, or an enum.
struct MemberType {
    ScalarType scalar = ScalarType::f32;
    unsigned components = 1;
    std::size_t alignment = 4;
    std::vector<Parameter::Choice> choices{};  ///< the enumerators of an enum; otherwise empty
};

/// The tokens of a source, and the types that its parameter structs may use. The source text must
/// outlive this object.
class ParameterSource {
public:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    explicit ParameterSource(std::string_view text) : all_(tokens_of(text)) {}

    TokenRange tokens() const { return all_.tokens; }
    const Tokens& all() const { return all_; }

    /// Returns the index of the `{` in `struct NAME {` before token `limit`, or kNone if it is not
    /// found.
    std::size_t find_struct(std::string_view name, std::size_t limit) const;

    /// Returns the number, vector or enum type with this name. Returns nullopt if no such type is
    /// declared before token `limit`.
    std::optional<MemberType> find_type(std::string name, std::size_t limit) const;

    /// Returns TYPE if `using NAME = TYPE;` or `typedef TYPE NAME;` precedes token `limit`.
    /// Otherwise returns nullopt.
    std::optional<std::string> find_alias(std::string_view name, std::size_t limit) const;

private:
    std::optional<MemberType> find_enum(std::string_view name, std::size_t limit) const;

    Tokens all_;
};

}  // namespace glint::compiler
