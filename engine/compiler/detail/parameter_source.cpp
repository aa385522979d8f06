// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/parameter_source.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/number_types.hpp>

namespace glint::compiler {
namespace {

constexpr unsigned kMaxAliases = 32;

bool is_token(const Token& token, std::string_view text) { return token.text == text; }

/// Returns the value after an enumerator: `= 3`, `= -1`, `= 1 << 2`, or `= OTHER`. Returns nullopt
/// for any other text.
std::optional<double> enumerator_value(const MemberType& type, TokenRange words) {
    if (words.size() < 2 || !is_token(words[0], "=")) return std::nullopt;
    words = words.subspan(1);
    const bool is_negative = is_token(words[0], "-");
    if (is_negative) words = words.subspan(1);
    if (words.empty()) return std::nullopt;
    const auto other = std::ranges::find(type.choices, words[0].text, &Parameter::Choice::name);
    auto value =
        other != type.choices.end() ? std::optional(other->value) : literal_value(words[0].text);
    if (!value) return std::nullopt;
    const double sign = is_negative ? -1 : 1;
    if (words.size() == 1) return sign * *value;
    const auto shift = words.size() == 4 && is_token(words[1], "<") && is_token(words[2], "<")
                           ? text::parse_unsigned(words[3].text)
                           : std::nullopt;
    if (!shift || *shift > 52) return std::nullopt;
    return sign * *value * static_cast<double>(std::uint64_t{1} << *shift);
}

/// Returns true if the enum's underlying type can represent all values.
bool fits(const MemberType& type) {
    for (const Parameter::Choice& choice : type.choices) {
        try {
            Parameter parameter;
            parameter.name = choice.name;
            parameter.type = type.scalar;
            parameter.initial[0] = choice.value;
            ParameterSet({}, {parameter}, size_of(type.scalar));
        } catch (const Error&) {
            return false;
        }
    }
    return true;
}

/// Parses an enum. Returns nullopt if its values are not plain numbers or do not fit its type.
std::optional<MemberType> enum_type(TokenRange words, std::size_t open) {
    if (!is_token(words.back(), "}")) return std::nullopt;
    MemberType type{.scalar = ScalarType::i32};
    const TokenRange before = words.first(open);
    if (const auto colon = std::ranges::find(before, ":", &Token::text); colon != before.end()) {
        const auto at = static_cast<std::size_t>(colon - before.begin());
        const auto base = find_number_type(plain_type_name(type_name(before.subspan(at + 1))));
        if (!base || base->components != 1) return std::nullopt;
        type.scalar = base->scalar;
        type.alignment = base->alignment;
    }
    double next = 0;
    for (const TokenRange part : split_list(words.subspan(open + 1, words.size() - open - 2))) {
        if (part.empty()) continue;  // empty after a trailing comma
        if (part.size() > 1) {
            const auto value = enumerator_value(type, part.subspan(1));
            if (!value) return std::nullopt;
            next = *value;
        }
        type.choices.push_back({std::string(part.front().text), next++});
    }
    if (type.choices.empty() || !fits(type)) return std::nullopt;
    return type;
}

}  // namespace

bool is_name(std::string_view text) {
    return std::isalpha(static_cast<unsigned char>(text.front())) != 0 || text.front() == '_';
}

std::string_view text_of(TokenRange tokens) {
    if (tokens.empty()) return {};
    const char* const end = tokens.back().text.data() + tokens.back().text.size();
    return {tokens.front().text.data(), static_cast<std::size_t>(end - tokens.front().text.data())};
}

std::string type_name(TokenRange words) {
    std::string name;
    for (const Token& word : words) {
        const bool is_spaced = !name.empty() && is_name(word.text) && name.back() != ':';
        name += (is_spaced ? " " : "") + std::string(word.text);
    }
    return name;
}

std::vector<TokenRange> split_list(TokenRange tokens) {
    std::vector<TokenRange> parts;
    std::size_t start = 0;
    for (std::size_t i = 0; i < tokens.size();) {
        if (tokens[i].text == ",") {
            parts.push_back(tokens.subspan(start, i - start));
            start = i + 1;
        }
        const std::string_view t = tokens[i].text;
        i = t == "(" || t == "{" || t == "[" ? after_closing(tokens, i) : i + 1;
    }
    parts.push_back(tokens.subspan(start));
    return parts;
}

std::optional<double> literal_value(std::string_view literal) {
    if (literal == "true") return 1;
    if (literal == "false") return 0;
    const auto drop = [&](std::string_view suffix, std::size_t at_most) {
        for (std::size_t i = 0; i < at_most && !literal.empty(); ++i)
            if (suffix.find(literal.back()) != suffix.npos) literal.remove_suffix(1);
    };
    if (literal.starts_with("0x") || literal.starts_with("0X")) {
        drop("uUlL", 3);
        std::uint64_t value = 0;
        const char* const end = literal.data() + literal.size();
        const auto [stop, failure] = std::from_chars(literal.data() + 2, end, value, 16);
        if (failure != std::errc() || stop != end) return std::nullopt;
        return static_cast<double>(value);
    }
    const bool is_float = literal.ends_with('f') || literal.ends_with('F');
    drop(is_float ? "fF" : "uUlL", is_float ? 1 : 3);
    if (literal.ends_with('.')) literal.remove_suffix(1);
    return text::parse_double(literal);
}

std::size_t ParameterSource::find_struct(std::string_view name, std::size_t limit) const {
    for (std::size_t i = 0; i + 2 < std::min(limit, tokens().size()); ++i)
        if (tokens()[i].text == "struct" && tokens()[i + 1].text == name &&
            tokens()[i + 2].text == "{")
            return i + 2;
    return kNone;
}

std::optional<MemberType> ParameterSource::find_type(std::string name, std::size_t limit) const {
    for (unsigned i = 0; i < kMaxAliases; ++i) {
        if (auto made = find_enum(name, limit)) return made;
        const std::string plain = plain_type_name(name);
        if (const auto number = find_number_type(plain))
            return MemberType{number->scalar, number->components, number->alignment};
        auto meant = find_alias(name, limit);
        if (!meant) return std::nullopt;
        name = std::move(*meant);
    }
    return std::nullopt;
}

std::optional<std::string> ParameterSource::find_alias(std::string_view name,
                                                       std::size_t limit) const {
    const TokenRange all = tokens().first(std::min(limit, tokens().size()));
    for (std::size_t i = 0; i + 3 < all.size(); ++i) {
        const bool is_using =
            is_token(all[i], "using") && all[i + 1].text == name && is_token(all[i + 2], "=");
        if (!is_using && !is_token(all[i], "typedef")) continue;
        const auto end = std::ranges::find(all.subspan(i), ";", &Token::text);
        const TokenRange words = all.subspan(i, static_cast<std::size_t>(end - all.begin()) - i);
        if (is_using) return type_name(words.subspan(3));
        if (words.size() > 2 && words.back().text == name)
            return type_name(words.subspan(1, words.size() - 2));
    }
    return std::nullopt;
}

std::optional<MemberType> ParameterSource::find_enum(std::string_view name,
                                                     std::size_t limit) const {
    const TokenRange all = tokens();
    if (const std::size_t scope = name.rfind("::"); scope != name.npos)
        name.remove_prefix(scope + 2);
    for (std::size_t i = 0; i + 1 < std::min(limit, all.size()); ++i) {
        if (all[i].text != "enum") continue;
        std::size_t at = i + 1;
        if (is_token(all[at], "class") || is_token(all[at], "struct")) ++at;
        const bool has_name = at < all.size() && all[at].text == name;
        while (at < all.size() && !is_token(all[at], "{") && !is_token(all[at], ";")) ++at;
        if (at == all.size() || is_token(all[at], ";")) continue;
        const std::size_t end = after_closing(all, at);
        const bool is_typedef =
            i > 0 && is_token(all[i - 1], "typedef") && end < all.size() && all[end].text == name;
        if (has_name || is_typedef) return enum_type(all.subspan(i, end - i), at - i);
    }
    return std::nullopt;
}

}  // namespace glint::compiler
