// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/ptx_variables.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

using Addresses = std::map<std::string, std::uint64_t, std::less<>>;

// Returns true if a PTX word may contain `c`. Words are directives, opcodes, registers and names:
// ".global", "ld.const.u32", "%rd1".
bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' ||
           c == '.';
}

std::size_t word_size(std::string_view text) {
    const auto end = std::ranges::find_if_not(text, is_of_word);
    return static_cast<std::size_t>(end - text.begin());
}

bool is_definition(std::string_view line) {
    for (const std::string_view scope : {".visible ", ".weak ", ".common "})
        if (line.starts_with(scope)) line.remove_prefix(scope.size());
    return (line.starts_with(".global ") || line.starts_with(".const ")) && line.ends_with(';');
}

// Returns the name that a definition such as ".global .align 4 .b8 table[12] = {2, 0};" defines.
std::string_view defined_name(std::string_view line) {
    line = text::trim(line.substr(0, line.find_first_of("=[;")));
    return line.substr(line.find_last_of(" \t") + 1);
}

// Returns true if an initializer contains addresses of functions. In initializers, a function
// appears as its name, and a variable as "generic(NAME)".
bool holds_functions(std::string_view definition) {
    const std::size_t start = definition.find('=');
    if (start == definition.npos) return false;
    std::string_view before;
    for (std::size_t at = start; at < definition.size();) {
        const std::string_view word = definition.substr(at, word_size(definition.substr(at)));
        const bool is_name =
            !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
        if (is_name && word != "generic" && before != "generic") return true;
        if (!word.empty()) before = word;
        at += std::max<std::size_t>(1, word.size());
    }
    return false;
}

// Returns true for the names of strings and unnamed tables. The compiler numbers them, and the
// numbers may change with each compilation.
bool is_numbered(std::string_view name) {
    return name.starts_with('$') || name.starts_with("__unnamed_");
}

Addresses shared_in(std::string_view ptx, const FindVariable& find) {
    Addresses shared;
    for (std::string_view line : text::split(ptx, '\n')) {
        line = text::trim(line);
        if (!is_definition(line) || is_numbered(defined_name(line)) || holds_functions(line))
            continue;
        std::string name(defined_name(line));
        if (const void* address = find(name))
            shared.emplace(std::move(name), reinterpret_cast<std::uintptr_t>(address));
    }
    return shared;
}

// Returns the word with ".global" in place of ".const", as in "ld.const.u32".
std::string in_global_space(std::string_view word) {
    constexpr std::string_view kConstant = ".const";
    const std::size_t at = word.find(kConstant);
    const std::size_t end = at + kConstant.size();
    if (at == word.npos || (end < word.size() && word[end] != '.')) return std::string(word);
    return fmt::format("{}.global{}", word.substr(0, at), word.substr(end));
}

/// Removes "+12" or "+-4" from the start of `text` and returns the number. Returns 0 if `text` does
/// not start with an offset.
std::int64_t take_offset(std::string_view& text) {
    if (!text.starts_with('+')) return 0;
    const bool is_negative = text.substr(1).starts_with('-');
    const std::string_view digits = text.substr(is_negative ? 2 : 1);
    const std::string_view number = digits.substr(0, word_size(digits));
    const auto value = text::parse_unsigned(number);
    if (!value) return 0;
    text = digits.substr(number.size());
    return is_negative ? -static_cast<std::int64_t>(*value) : static_cast<std::int64_t>(*value);
}

/// Rewrites PTX to use the addresses of shared variables: as registers in instructions, and as
/// numbers in initializers and debug information.
class PtxWriter {
public:
    explicit PtxWriter(const Addresses& shared) : shared_(shared) {}

    void add(std::string_view line) {
        const std::string_view bare = text::trim(line);
        if (bare.starts_with(".file")) return keep(line);  // do not rewrite the path
        if (depth_ == 0 && is_definition(bare) && shared_.contains(defined_name(bare))) return;
        if (depth_ == 0) note_head(bare);
        const bool opens = depth_ == 0 && in_function_ && bare.starts_with('{');
        keep(rewritten(line));
        depth_ += std::ranges::count(bare, '{') - std::ranges::count(bare, '}');
        if (opens) body_ = result_.size();
        if (depth_ == 0 && body_) finish_function();
    }

    std::string take() && { return std::move(result_); }

private:
    void keep(std::string_view line) { (result_ += line) += '\n'; }

    void note_head(std::string_view line) {
        if (line.starts_with(".section")) in_function_ = false;
        if (line.find(".func ") != line.npos || line.find(".entry ") != line.npos)
            in_function_ = true;
    }

    std::string rewritten(std::string_view line) {
        std::string out;
        bool is_first = true;  // the first word is an opcode or a directive
        while (!line.empty()) {
            const std::string_view word = line.substr(0, word_size(line));
            line.remove_prefix(std::max<std::size_t>(1, word.size()));
            if (word.empty()) {
                out += *(line.data() - 1);
                continue;
            }
            const auto found = shared_.find(word);
            out += found == shared_.end() || is_first ? in_global_space(word)
                                                      : operand(found->second, out, line);
            is_first = false;
        }
        return out;
    }

    std::string operand(std::uint64_t address, std::string& out, std::string_view& rest) {
        constexpr std::string_view kGeneric = "generic(";
        if (out.ends_with(kGeneric) && rest.starts_with(')')) {
            out.resize(out.size() - kGeneric.size());
            rest.remove_prefix(1);
        }
        address += static_cast<std::uint64_t>(take_offset(rest));
        if (depth_ == 0 || !in_function_) return std::to_string(address);
        used_.insert(address);
        return register_of(address);
    }

    static std::string register_of(std::uint64_t address) {
        return fmt::format("%glint_at_{}", address);
    }

    void finish_function() {
        std::string loads;
        for (const std::uint64_t address : used_)
            loads += fmt::format("\t.reg .b64 {0};\n\tmov.u64 {0}, {1};\n", register_of(address),
                                 address);
        result_.insert(*body_, loads);
        used_.clear();
        body_.reset();
        in_function_ = false;
    }

    const Addresses& shared_;
    std::string result_;
    std::ptrdiff_t depth_ = 0;
    bool in_function_ = false;         // true in the head or the body of a function
    std::optional<std::size_t> body_;  // position of the function's first line in `result_`
    std::set<std::uint64_t> used_;     // addresses that this function uses
};

}  // namespace

std::string with_shared_variables(std::string_view ptx, const FindVariable& find) {
    const Addresses shared = shared_in(ptx, find);
    if (shared.empty()) return std::string(ptx);
    PtxWriter writer(shared);
    for (const std::string_view line : text::split(ptx, '\n')) writer.add(line);
    std::string result = std::move(writer).take();
    result.pop_back();  // the loop adds an extra line break
    return result;
}

}  // namespace glint::compiler
