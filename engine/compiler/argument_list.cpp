// SPDX-License-Identifier: MIT
#include <glint/compiler/argument_list.hpp>

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

constexpr std::array<std::string_view, 12> kTypeKeywords{"bool",  "char",   "short",    "int",
                                                         "long",  "float",  "double",   "void",
                                                         "const", "signed", "unsigned", "volatile"};

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Removes `word` from the end of `text`. Returns false if `text` does not end with `word`.
bool take_back(std::string_view& text, std::string_view word) {
    text = text::trim(text);
    if (!text.ends_with(word)) return false;
    const std::string_view rest = text.substr(0, text.size() - word.size());
    if (is_word_character(word.front()) && !rest.empty() && is_word_character(rest.back()))
        return false;
    text = text::trim(rest);
    return true;
}

bool take_front(std::string_view& text, std::string_view word) {
    text = text::trim(text);
    if (!text.starts_with(word)) return false;
    const std::string_view rest = text.substr(word.size());
    if (!rest.empty() && is_word_character(rest.front())) return false;
    text = text::trim(rest);
    return true;
}

/// Parses one argument.
class ArgumentReader {
public:
    explicit ArgumentReader(std::string_view text) : whole_(text::trim(text)), rest_(whole_) {}

    KernelArgument read() {
        if (whole_.empty()) refuse("the argument is empty");
        if (whole_.find_first_of("&") != whole_.npos) refuse("kernels cannot take references");
        if (whole_.find_first_of("[]") != whole_.npos)
            refuse("brackets are not supported. Write the array as a pointer");
        KernelArgument argument{.name = take_name()};
        take_pointer(argument);
        argument.type = take_type(argument);
        return argument;
    }

private:
    [[noreturn]] void refuse(std::string_view reason) const {
        throw Error(ErrorCode::bad_input, fmt::format("read argument '{}'", whole_), reason);
    }

    std::string take_name() {
        const auto last = std::find_if_not(rest_.rbegin(), rest_.rend(), is_word_character);
        const auto size = static_cast<std::size_t>(last - rest_.rbegin());
        const std::string name(rest_.substr(rest_.size() - size));
        const bool is_type = std::ranges::find(kTypeKeywords, name) != kTypeKeywords.end();
        if (name.empty() || is_type || std::isdigit(static_cast<unsigned char>(name.front())))
            refuse("the argument has no name");
        rest_.remove_suffix(size);
        return name;
    }

    bool take_qualifier(KernelArgument& argument) {
        for (const char* word : {"__restrict__", "__restrict", "restrict"})
            if (take_back(rest_, word)) return argument.is_restrict = true;
        return take_back(rest_, "const");  // top-level const does not matter
    }

    void take_pointer(KernelArgument& argument) {
        while (take_qualifier(argument)) continue;
        argument.is_pointer = take_back(rest_, "*");
        if (argument.is_restrict && !argument.is_pointer)
            refuse("only a pointer can have the qualifier restrict");
        if (take_back(rest_, "*")) refuse("kernels cannot take pointers to pointers");
    }

    std::string take_type(KernelArgument& argument) {
        argument.is_raw = take_front(rest_, "raw");
        if (argument.is_raw && !argument.is_pointer)
            refuse("only an array can have the qualifier raw");
        while (take_front(rest_, "const")) argument.is_const = true;
        while (argument.is_pointer && take_back(rest_, "const")) argument.is_const = true;
        if (rest_.empty()) refuse("the argument has no type");
        if (rest_ == "void" && !argument.is_pointer) refuse("a value cannot have the type void");
        std::vector<std::string_view> words;
        text::split_words(rest_, words);
        return fmt::format("{}", fmt::join(words, " "));
    }

    std::string_view whole_;
    std::string_view rest_;
};

// Splits `list` at the commas outside all brackets.
std::vector<std::string_view> parts_of(std::string_view list) {
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i] == '<' || list[i] == '(') ++depth;
        if (list[i] == '>' || list[i] == ')') --depth;
        if (list[i] != ',' || depth != 0) continue;
        parts.push_back(list.substr(start, i - start));
        start = i + 1;
    }
    parts.push_back(list.substr(start));
    return parts;
}

}  // namespace

std::string to_string(const KernelArgument& argument) {
    return fmt::format("{}{}{}{}{} {}", argument.is_raw ? "raw " : "",
                       argument.is_const ? "const " : "", argument.type,
                       argument.is_pointer ? "*" : "", argument.is_restrict ? " __restrict__" : "",
                       argument.name);
}

std::vector<KernelArgument> parse_arguments(std::string_view list) {
    std::vector<KernelArgument> arguments;
    if (text::trim(list).empty()) return arguments;
    for (const std::string_view part : parts_of(list)) {
        KernelArgument argument = ArgumentReader(part).read();
        if (std::ranges::find(arguments, argument.name, &KernelArgument::name) != arguments.end())
            throw Error(ErrorCode::bad_input, fmt::format("read arguments '{}'", list),
                        fmt::format("duplicate name '{}'", argument.name));
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

}  // namespace glint::compiler
