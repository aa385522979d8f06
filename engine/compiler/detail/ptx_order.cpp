// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/ptx_order.hpp>

#include <algorithm>
#include <array>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/ptx.hpp>

namespace glint::compiler {
namespace {

/// Returns how often the register `name` occurs in the text.
std::size_t count_of(std::string_view text, std::string_view name) {
    std::size_t count = 0;
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        const std::size_t after = at + name.size();
        const bool has_digit = after < text.size() && text[after] >= '0' && text[after] <= '9';
        count += has_digit ? 0 : 1;
    }
    return count;
}

/// Returns the destination register of an instruction, such as "%r5" in
/// "atom.global.add.u32 %r5, [%rd9], 1;".
std::string_view filled(std::string_view line) {
    const std::size_t begin = line.find('%');
    if (begin == line.npos) return {};
    return line.substr(begin, line.find_first_of(",; \t", begin) - begin);
}

/// Returns the operation of an instruction, without the predicate and the operands.
std::string_view ptx_operation(std::string_view line) {
    if (line.starts_with('@'))
        line = text::trim(line.substr(std::min(line.find(' '), line.size())));
    return line.substr(0, line.find_first_of(" \t"));
}

std::string reason_of(std::string_view line, std::string_view body) {
    const std::string_view what = ptx_operation(line);
    const bool gives = what.starts_with("atom.");
    if (!gives && !what.starts_with("red.")) return {};
    if (what.find(".exch") != what.npos || what.find(".cas") != what.npos)
        return kExchangesByAtomics;
    constexpr std::array<std::string_view, 6> kFloats{".f32",   ".f64",  ".f16",
                                                      ".f16x2", ".bf16", ".bf16x2"};
    const bool is_float =
        std::ranges::any_of(kFloats, [&](std::string_view end) { return what.ends_with(end); });
    if (is_float && what.find(".add") != what.npos) return kAddsFloatsByAtomics;
    if (!gives) return {};
    return count_of(body, filled(line.substr(line.find("atom.")))) > 1 ? kUsesWhatAtomicsGive : "";
}

}  // namespace

std::map<std::string, std::string> unordered_kernels_in_ptx(std::string_view ptx) {
    if (ptx.find("atom.") == ptx.npos && ptx.find("red.") == ptx.npos) return {};
    return driver::kernels_with(ptx, [](std::string_view body) {
        std::string reason;
        for (const std::string_view line : text::split(body, '\n'))
            if (reason.empty()) reason = reason_of(text::trim(line), body);
        return reason;
    });
}

}  // namespace glint::compiler
