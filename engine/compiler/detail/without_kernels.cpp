// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/without_kernels.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <utility>

#include <glint/compiler/detail/tokens.hpp>

namespace glint::compiler {
namespace {

constexpr std::string_view kKernel = "__global__", kFunction = "__device__";
static_assert(kKernel.size() == kFunction.size());

/// The parts of a kernel's declaration that are replaced.
struct DeclaredKernel {
    std::string_view word;                 ///< the token `__global__`
    std::vector<std::string_view> bounds;  ///< tokens of `__launch_bounds__(...)`
};

bool is_identifier(std::string_view token) {
    return !token.empty() &&
           (std::isalpha(static_cast<unsigned char>(token.front())) != 0 || token.front() == '_');
}

bool is_one_of(std::string_view token, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, token) != words.end();
}

/// Parses a kernel's declaration from `__global__`, at index `at`, to the parameter list.
/// `__launch_bounds__` may follow `__global__`. Returns nullopt for a static kernel, for an
/// explicit specialization or instantiation of a template, and for attributes such as
/// `__maxnreg__(...)`, which only kernels may have.
std::optional<DeclaredKernel> kernel_at(std::span<const Token> tokens, std::size_t at) {
    if (at > 0 && is_one_of(tokens[at - 1].text, {")", "static"})) return std::nullopt;
    DeclaredKernel kernel{.word = tokens[at].text, .bounds = {}};
    for (std::size_t i = at + 1; i < tokens.size(); ++i) {
        const std::string_view text = tokens[i].text;
        if (text == "__launch_bounds__") {
            const std::size_t end = after_closing(tokens, i + 1);
            for (; i < end; ++i) kernel.bounds.push_back(tokens[i].text);
            --i;
        } else if (text == "(") {
            const std::string_view name = tokens[i - 1].text;
            const bool is_known = is_identifier(name) && !name.starts_with("__");
            return is_known ? std::optional(kernel) : std::nullopt;
        } else if (is_one_of(text, {";", "{", "}", "="})) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

/// Returns all kernels, or nullopt if a declaration cannot be parsed. Also returns nullopt if a
/// kernel has internal linkage: as an unused function, it would cause a compiler warning.
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

}  // namespace

std::string without_kernels(std::string_view text) {
    const Tokens tokens = tokens_of(text);
    const auto kernels = kernels_in(tokens.tokens);
    if (!kernels) return std::string(text);
    std::string result(text);
    const auto replace = [&](std::string_view old, std::string_view fresh) {
        result.replace(static_cast<std::size_t>(old.data() - text.data()), old.size(), fresh);
    };
    for (const DeclaredKernel& kernel : *kernels) {
        replace(kernel.word, kFunction);
        // A `__device__` function cannot have launch bounds.
        for (const std::string_view token : kernel.bounds)
            replace(token, std::string(token.size(), ' '));
    }
    return result;
}

}  // namespace glint::compiler
