// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/kernel_parts.hpp>

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include <glint/base/files.hpp>
#include <glint/compiler/detail/tokens.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kKernel = "__global__", kFunction = "__device__";
static_assert(kKernel.size() == kFunction.size());

/// Minimum number of kernels per part. Fewer kernels take almost as long to compile as the whole
/// source.
constexpr std::size_t kFewestKernels = 3;

/// A declaration of a kernel.
struct DeclaredKernel {
    std::string_view name;
    std::string_view word;                 ///< `__global__`
    std::vector<std::string_view> bounds;  ///< tokens of `__launch_bounds__`, only for kernels
    std::string_view body;                 ///< `{`; empty for a declaration without a body
};

bool is_identifier(std::string_view token) {
    return !token.empty() &&
           (std::isalpha(static_cast<unsigned char>(token.front())) != 0 || token.front() == '_');
}

bool is_one_of(std::string_view token, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, token) != words.end();
}

/// Parses a kernel declaration from `__global__` at `at` to the parameter list. Returns nullopt for
/// `static`, for explicit specializations and instantiations of templates, and for attributes that
/// only kernels may have, except `__launch_bounds__` after `__global__`.
std::optional<DeclaredKernel> kernel_at(std::span<const Token> tokens, std::size_t at) {
    if (at > 0 && is_one_of(tokens[at - 1].text, {")", "static"})) return std::nullopt;
    DeclaredKernel kernel{.name = {}, .word = tokens[at].text, .bounds = {}, .body = {}};
    for (std::size_t i = at + 1; i < tokens.size(); ++i) {
        const std::string_view text = tokens[i].text;
        if (text == "__launch_bounds__") {
            const std::size_t end = after_closing(tokens, i + 1);
            for (; i < end; ++i) kernel.bounds.push_back(tokens[i].text);
            --i;
        } else if (text == "(") {
            kernel.name = tokens[i - 1].text;
            const std::size_t end = after_closing(tokens, i);
            if (end < tokens.size() && tokens[end].text == "{") kernel.body = tokens[end].text;
            const bool is_known = is_identifier(kernel.name) && !kernel.name.starts_with("__");
            return is_known ? std::optional(kernel) : std::nullopt;
        } else if (is_one_of(text, {";", "{", "}", "="})) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// Finds all kernels. Returns nullopt if a declaration cannot be parsed. Also returns nullopt for
/// kernels with internal linkage, because compilers would warn about unused functions.
std::optional<std::vector<DeclaredKernel>> kernels_in(std::span<const Token> tokens) {
    std::vector<DeclaredKernel> kernels;
    std::vector<bool> braces;  // true for braces of unnamed namespaces
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].text == "{") braces.push_back(i > 0 && tokens[i - 1].text == "namespace");
        if (tokens[i].text == "}" && !braces.empty()) braces.pop_back();
        if (tokens[i].text != kKernel) continue;
        auto kernel = kernel_at(tokens, i);
        if (!kernel || std::ranges::find(braces, true) != braces.end()) return std::nullopt;
        kernels.push_back(std::move(*kernel));
    }
    return kernels;
}

/// Returns statements that use the arguments of launch bounds, because compilers warn about unused
/// constants.
std::string uses_of(const std::vector<std::string_view>& bounds) {
    std::string uses, argument;
    int depth = 0;
    for (const std::string_view token : bounds) {
        if (is_one_of(token, {")", "]", "}"})) --depth;
        const bool ends = depth == 0 ? token == ")" : depth == 1 && token == ",";
        if (ends && !argument.empty()) uses += "(void)(" + std::exchange(argument, {}) + ");";
        if (!ends && depth > 0) (argument += token) += ' ';
        if (is_one_of(token, {"(", "[", "{"})) ++depth;
    }
    return uses;
}

/// Turns the kernels that are not `wanted` into functions. Their launch bounds are removed, because
/// functions cannot have them.
std::string with_kernels(std::string_view source, const std::vector<DeclaredKernel>& kernels,
                         const std::function<bool(std::string_view)>& wanted) {
    std::string text;
    std::size_t copied = 0;
    const auto replace = [&](std::string_view old, std::string_view fresh) {
        const auto at = static_cast<std::size_t>(old.data() - source.data());
        text.append(source.substr(copied, at - copied)).append(fresh);
        copied = at + old.size();
    };
    for (const DeclaredKernel& kernel : kernels) {
        if (wanted(kernel.name)) continue;
        replace(kernel.word, kFunction);
        for (const std::string_view token : kernel.bounds)
            replace(token, std::string(token.size(), ' '));
        if (!kernel.body.empty()) replace(kernel.body, '{' + uses_of(kernel.bounds));
    }
    return text.append(source.substr(copied));
}

/// Returns true if the declaration at `__device__` or `static` is not a function.
bool declares_variable(std::span<const Token> tokens, std::size_t at) {
    for (std::size_t i = at + 1; i < tokens.size(); ++i) {
        const std::string_view text = tokens[i].text;
        if (text == "operator") return false;
        if (is_one_of(text, {"__align__", "alignas", "decltype", "__attribute__"})) {
            i = after_closing(tokens, i + 1) - 1;
            continue;
        }
        if (text == "(") return false;
        if (is_one_of(text, {";", "=", "{", "["})) return true;
    }
    return false;
}

/// Returns true for a `static` constant and for shared memory of a block.
bool is_constant(std::span<const Token> tokens, std::size_t at) {
    for (std::size_t i = at + 1; i < tokens.size(); ++i) {
        if (is_one_of(tokens[i].text, {"const", "constexpr", "__shared__"})) return true;
        if (is_one_of(tokens[i].text, {"(", ";", "=", "{"})) return false;
    }
    return false;
}

bool may_have_variables(const Tokens& source) {
    const std::span<const Token> tokens = source.tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view text = tokens[i].text;
        if (is_one_of(text, {"__constant__", "__managed__"})) return true;
        if (text == kFunction && declares_variable(tokens, i)) return true;
        if (text == "static" && !is_constant(tokens, i) && declares_variable(tokens, i))
            return true;
    }
    return std::ranges::any_of(source.directives, [](const Directive& directive) {
        const auto has = [&](std::string_view word) {
            return directive.text.find(word) != std::string_view::npos;
        };
        return has("__constant__") || has("__managed__") || has(kFunction) || has("static ");
    });
}

bool is_of_glint(const fs::path& file) {
    static const std::string folder = fs::weakly_canonical(resource("kernels")).string() + '/';
    return file.string().starts_with(folder);
}

bool may_have_variables(const IncludeScan& includes) {
    const auto in_text = [](std::string_view text) { return may_have_variables(tokens_of(text)); };
    return std::ranges::any_of(includes.headers,
                               [&](const auto& header) { return in_text(header.second); }) ||
           std::ranges::any_of(includes.files, [&](const IncludedFile& file) {
               return !is_of_glint(file.path) && in_text(file.text);
           });
}

std::vector<std::string_view> names_of(const std::vector<DeclaredKernel>& kernels) {
    std::vector<std::string_view> names;
    for (const DeclaredKernel& kernel : kernels)
        if (std::ranges::find(names, kernel.name) == names.end()) names.push_back(kernel.name);
    return names;
}

}  // namespace

std::vector<std::string> kernel_parts(const IncludeScan& includes, unsigned most) {
    const std::string& source = includes.text;
    if (!includes.complete || source.find("<<<") != source.npos) return {};
    const Tokens tokens = tokens_of(source);
    const auto kernels = kernels_in(tokens.tokens);
    if (!kernels || may_have_variables(tokens) || may_have_variables(includes)) return {};
    const std::vector<std::string_view> names = names_of(*kernels);
    const std::size_t count = std::min<std::size_t>(most, names.size() / kFewestKernels);
    std::vector<std::string> parts;
    // Neighboring kernels are often similar, so they are put into different parts.
    for (std::size_t part = 0; count > 1 && part < count; ++part)
        parts.push_back(with_kernels(source, *kernels, [&](std::string_view name) {
            const auto index = std::ranges::find(names, name) - names.begin();
            return static_cast<std::size_t>(index) % count == part;
        }));
    return parts;
}

std::string without_kernels(std::string_view text) {
    const Tokens tokens = tokens_of(text);
    const auto kernels = kernels_in(tokens.tokens);
    if (!kernels) return std::string(text);
    return with_kernels(text, *kernels, [](std::string_view) { return false; });
}

}  // namespace glint::compiler
