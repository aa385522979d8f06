// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/declared_parameters.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

constexpr std::string_view kGlobal = "__global__";

bool continues_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Replaces comments by spaces, as a compiler does. Does not handle comment marks in strings,
// because parameter lists do not contain strings.
std::string without_comments(std::string_view source) {
    std::string text;
    while (!source.empty()) {
        const std::size_t at = std::min(source.find("//"), source.find("/*"));
        text += source.substr(0, at);
        if (at == source.npos) break;
        const bool to_line_end = source[at + 1] == '/';
        const std::size_t end = source.find(to_line_end ? "\n" : "*/", at + 2);
        text += ' ';
        if (end == source.npos) break;
        source.remove_prefix(end + (to_line_end ? 0 : 2));
    }
    return text;
}

// Returns the position after the ')' that matches the '(' at `open`, or npos if none matches.
std::size_t end_of_list(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(') ++depth;
        if (text[i] == ')' && --depth == 0) return i + 1;
    }
    return text.npos;
}

// Returns the last word of `text`, or an empty string if `text` does not end in a word.
std::string_view last_word(std::string_view text) {
    text = text::trim(text);
    std::size_t start = text.size();
    while (start > 0 && continues_word(text[start - 1])) --start;
    return text.substr(start);
}

/// The name of a function, and the text of its parameter list.
struct Declaration {
    std::string_view name;
    std::string_view parameters;
};

// Finds the first function declaration in `text`. Skips attributes with parentheses, such as
// `__launch_bounds__(256)`.
std::optional<Declaration> declaration_after(std::string_view text) {
    for (std::size_t open = text.find('('); open != text.npos; open = text.find('(', open)) {
        const std::size_t end = end_of_list(text, open);
        if (end == text.npos) return std::nullopt;
        const std::string_view name = last_word(text.substr(0, open));
        if (!name.starts_with("__"))
            return Declaration{name, text.substr(open + 1, end - open - 2)};
        open = end;
    }
    return std::nullopt;
}

// Returns the type of a parameter: "const float* __restrict__" for "const float* __restrict__ x",
// and "float *" for "float x[4]".
std::string type_in(std::string_view parameter) {
    parameter = text::trim(parameter);
    std::string array;
    if (const std::size_t bracket = parameter.find('['); bracket != parameter.npos) {
        array = " *";
        parameter = text::trim(parameter.substr(0, bracket));
    }
    const std::string_view name = last_word(parameter);
    const std::string_view type = text::trim(parameter.substr(0, parameter.size() - name.size()));
    return std::string(type.empty() ? name : type) + array;
}

std::vector<std::string> types_in(std::string_view parameters) {
    std::vector<std::string> types;
    if (text::trim(parameters).empty() || text::trim(parameters) == "void") return types;
    for (const std::string_view parameter : text::split(parameters, ','))
        types.push_back(type_in(parameter));
    return types;
}

constexpr std::array<std::string_view, 3> kVariable{"__device__", "__constant__", "__managed__"};
constexpr std::array<std::string_view, 4> kStorage{"static", "inline", "constexpr", "extern"};

/// Returns the part of a variable's declaration up to its name, such as "const float gain", without
/// initial value and brackets. Returns "" if `text` declares a function or something else.
std::string_view variable_before(std::string_view text) {
    const std::size_t end = text.find_first_of("=;{}[(),");
    return end == text.npos || text[end] == '(' ? std::string_view() : text.substr(0, end);
}

std::string without_storage(std::string_view type) {
    std::vector<std::string_view> words;
    text::split_words(type, words);
    std::string left;
    for (const std::string_view word : words) {
        if (std::ranges::find(kVariable, word) != kVariable.end()) continue;
        if (std::ranges::find(kStorage, word) != kStorage.end()) continue;
        left += (left.empty() ? "" : " ") + std::string(word);
    }
    return left;
}

}  // namespace

std::string declared_variable(std::string_view source, std::string_view name) {
    if (const std::size_t space = name.rfind("::"); space != name.npos)
        name.remove_prefix(space + 2);
    const std::string text = without_comments(source);
    std::optional<std::string> found;
    for (const std::string_view keyword : kVariable)
        for (std::size_t at = text.find(keyword); at != text.npos; at = text.find(keyword, at)) {
            at += keyword.size();
            const std::string_view all = variable_before(std::string_view(text).substr(at));
            if (last_word(all) != name) continue;
            std::string type =
                without_storage(text::trim(all).substr(0, text::trim(all).size() - name.size()));
            if (found && *found != type) return {};
            found = std::move(type);
        }
    return found.value_or(std::string());
}

std::vector<std::string> declared_parameters(std::string_view source, std::string_view name) {
    const std::string text = without_comments(source);
    const std::string_view all = text;
    std::optional<std::vector<std::string>> found;
    for (std::size_t at = all.find(kGlobal); at != all.npos; at = all.find(kGlobal, at)) {
        at += kGlobal.size();
        const auto declaration = declaration_after(all.substr(at));
        if (!declaration || declaration->name != name) continue;
        std::vector<std::string> types = types_in(declaration->parameters);
        if (found && *found != types) return {};
        found = std::move(types);
    }
    return found.value_or(std::vector<std::string>());
}

}  // namespace glint::compiler
