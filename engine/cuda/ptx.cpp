// SPDX-License-Identifier: MIT
#include <glint/cuda/ptx.hpp>

#include <cctype>
#include <map>
#include <optional>
#include <set>

#include <glint/base/text.hpp>

namespace glint::driver {
namespace {

struct Function {
    bool is_kernel = false;
    bool reads_barrier = false;  // true if it reads the address of the grid's barrier
    bool traps = false;
    std::set<std::string_view> words;  // all words, including the names of called functions
    std::string_view body;
};
using Functions = std::map<std::string_view, Function>;

bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// Returns NAME from ".visible .entry NAME(" or ".func  (.param .b32 func_retval0) NAME(".
std::optional<std::string_view> name_after(std::string_view line, std::string_view directive) {
    const std::size_t at = line.find(directive);
    if (!line.starts_with('.') || at == line.npos) return std::nullopt;
    std::string_view rest = text::trim(line.substr(at + directive.size()));
    if (const std::size_t end = rest.find(')'); rest.starts_with('(') && end != rest.npos)
        rest = text::trim(rest.substr(end + 1));
    std::size_t size = 0;
    while (size < rest.size() && is_name(rest[size])) ++size;
    return rest.substr(0, size);
}

// The registers "%envreg1" and "%envreg2" contain the two halves of the address. "%envreg12" is an
// unrelated register.
bool reads_barrier(std::string_view line) {
    constexpr std::string_view kRegister = "%envreg";
    const std::size_t at = line.find(kRegister);
    if (at == line.npos) return false;
    const std::string_view number = line.substr(at + kRegister.size());
    return (number.starts_with('1') || number.starts_with('2')) &&
           (number.size() == 1 || !is_name(number[1]));
}

bool traps(std::string_view line) { return line == "trap;" || line.ends_with(" trap;"); }

void add_words(std::set<std::string_view>& words, std::string_view line) {
    for (std::size_t start = 0; start < line.size();) {
        std::size_t end = start;
        while (end < line.size() && is_name(line[end])) ++end;
        if (end > start) words.insert(line.substr(start, end - start));
        start = end + 1;
    }
}

// Extends `body` to the end of `line`. Both are views into the same text; `line` comes later.
void extend(std::string_view& body, std::string_view line) {
    if (line.empty()) return;
    const char* const begin = body.empty() ? line.data() : body.data();
    body = {begin, static_cast<std::size_t>(line.data() + line.size() - begin)};
}

Functions functions_in(std::string_view ptx) {
    Functions functions;
    Function* current = nullptr;
    for (std::string_view line : text::split(ptx, '\n')) {
        line = text::trim(line.substr(0, line.find("//")));  // comments may name other functions
        const auto kernel = name_after(line, ".entry ");
        if (const auto name = kernel ? kernel : name_after(line, ".func ")) {
            current = &functions[*name];
            current->is_kernel = kernel.has_value();
            continue;
        }
        if (!current) continue;
        current->reads_barrier = current->reads_barrier || reads_barrier(line);
        current->traps = current->traps || traps(line);
        extend(current->body, line);
        add_words(current->words, line);
    }
    return functions;
}

std::set<const Function*> reached_from(const Functions& functions, const Function& start) {
    std::set<const Function*> reached{&start};
    std::vector<const Function*> open{&start};
    while (!open.empty()) {
        const Function& function = *open.back();
        open.pop_back();
        for (const std::string_view word : function.words)
            if (const auto found = functions.find(word);
                found != functions.end() && reached.insert(&found->second).second)
                open.push_back(&found->second);
    }
    return reached;
}

bool waits_for_grid(const Functions& functions, const Function& kernel) {
    bool reads = false;
    bool ends = false;
    for (const Function* function : reached_from(functions, kernel)) {
        reads = reads || function->reads_barrier;
        ends = ends || function->traps;
    }
    return reads && ends;
}

bool is_for_debuggers(std::string_view ptx) {
    const std::size_t target = ptx.find("\n.target ");
    if (target == ptx.npos) return false;
    const std::string_view line = ptx.substr(target + 1);
    return line.substr(0, line.find('\n')).find("debug") != line.npos;
}

}  // namespace

std::vector<std::string> cooperative_kernels_in_ptx(std::string_view ptx) {
    std::vector<std::string> kernels;
    if (ptx.find("%envreg") == ptx.npos || is_for_debuggers(ptx)) return kernels;
    const Functions functions = functions_in(ptx);
    for (const auto& [name, function] : functions)
        if (function.is_kernel && waits_for_grid(functions, function)) kernels.emplace_back(name);
    return kernels;
}

std::map<std::string, std::string> kernels_with(
    std::string_view ptx, const std::function<std::string(std::string_view body)>& reason) {
    const Functions functions = functions_in(ptx);
    std::map<const Function*, std::string> reasons;
    for (const auto& [name, function] : functions) reasons[&function] = reason(function.body);
    std::map<std::string, std::string> found;
    for (const auto& [name, function] : functions) {
        if (!function.is_kernel) continue;
        for (const Function* reached : reached_from(functions, function))
            if (!reasons[reached].empty()) found.emplace(name, reasons[reached]);
    }
    return found;
}

}  // namespace glint::driver
