// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/detail/token_walk.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace glint::studio {
namespace {

/// Keywords that begin a declaration. A macro call such as `MACRO(x)` looks like the head of a
/// function, but may have neither a body nor a `;` after it. Therefore the search for a body also
/// ends at these keywords.
constexpr std::array<std::string_view, 17> kDeclarationWords{
    "__global__", "__device__", "__host__", "__constant__", "__managed__", "template",
    "struct",     "class",      "enum",     "union",        "namespace",   "using",
    "typedef",    "static",     "inline",   "extern",       "constexpr"};

}  // namespace

bool starts_name(std::string_view text) {
    const auto c = static_cast<unsigned char>(text.front());
    return std::isalpha(c) != 0 || c == '_';
}

bool is_any(std::string_view text, std::span<const std::string_view> of) {
    return std::ranges::find(of, text) != of.end();
}

std::size_t TokenWalk::after_closing(std::size_t open) const {
    return compiler::after_closing(tokens_, open);
}

std::size_t TokenWalk::after_template_list(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < count(); ++i) {
        if (text(i) == "(" || text(i) == "{") i = after_closing(i) - 1;
        if (text(i) == "<") ++depth;
        if (text(i) == ">" && --depth == 0) return i + 1;
    }
    return count();
}

std::size_t TokenWalk::after_attributes(std::size_t from) const {
    for (;;) {
        const bool has_list = text(from) == "alignas" || text(from).starts_with("__");
        if (text(from) == "[" && text(from + 1) == "[")
            from = after_closing(from);
        else if (has_list && text(from + 1) == "(")
            from = after_closing(from + 1);
        else
            return from;
    }
}

std::size_t TokenWalk::find_outside(std::size_t from, std::string_view any_of) const {
    for (std::size_t i = from; i < count();) {
        if (any_of.find(text(i)) != std::string_view::npos) return i;
        const std::string_view t = text(i);
        i = t == "(" || t == "{" || t == "[" ? after_closing(i) : i + 1;
    }
    return count();
}

std::size_t TokenWalk::find_comma(std::size_t from) const {
    int angles = 0;
    for (std::size_t i = from; i < count();) {
        const std::string_view t = text(i);
        if (t == ";" || (t == "," && angles <= 0)) return i;
        if (t == "<") ++angles;
        if (t == ">") --angles;
        i = t == "(" || t == "{" || t == "[" ? after_closing(i) : i + 1;
    }
    return count();
}

std::size_t TokenWalk::list_of_operator(std::size_t at) const {
    if (text(at + 1) == "(" && text(at + 2) == ")") at += 2;  // skips the name in `operator()(...)`
    for (std::size_t i = at + 1; i < count(); ++i) {
        if (text(i) == "(") return i;
        if (text(i) == ";" || text(i) == "{" || text(i) == "}") break;
    }
    return count();
}

std::size_t TokenWalk::end_of_head(std::size_t from) const {
    for (std::size_t i = from; i < count();) {
        const std::string_view t = text(i);
        if (t == ":") return after_initializers(i + 1);
        if (t == ";" || t == "{" || t == "}" || is_any(t, kDeclarationWords)) return i;
        i = t == "(" || t == "[" ? after_closing(i) : i + 1;
    }
    return count();
}

/// Returns the index after the initializers of a constructor, such as `a(1), b{2}`. The first
/// initializer starts at `from`.
std::size_t TokenWalk::after_initializers(std::size_t from) const {
    for (std::size_t i = from; i < count(); ++i) {
        i = find_outside(i, "({;}");
        if (text(i) != "(" && text(i) != "{") return i;
        i = after_closing(i);
        if (text(i) != ",") return i;
    }
    return count();
}

}  // namespace glint::studio
