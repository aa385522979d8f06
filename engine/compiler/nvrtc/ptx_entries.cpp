// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/ptx_entries.hpp>

#include <glint/base/text.hpp>

namespace glint::compiler::nvrtc {
namespace {

using Words = std::vector<std::string_view>;

// Returns the type in ".param .align 8 .b8 NAME[24]," or ".param .u64 .ptr .align 1 NAME,".
std::string parameter_type(const Words& words) {
    if (words.size() < 3) return {};
    if (words[1] != ".align") return std::string(words[1].substr(1));
    const std::string_view declared = words.back();
    const std::size_t open = declared.rfind('[');
    const std::size_t close = declared.rfind(']');
    if (open == declared.npos || close == declared.npos) return {};
    return std::string(declared.substr(open + 1, close - open - 1)) + " bytes";
}

// Returns the product of the numbers in ".maxntid 16, 16, 1".
std::optional<unsigned> threads_in(std::string_view line) {
    std::uint64_t product = 1;
    for (const std::string_view part : text::split(line.substr(line.find(' ') + 1), ',')) {
        const auto count = text::parse_unsigned(text::trim(part));
        if (!count) return std::nullopt;
        product *= *count;
    }
    return static_cast<unsigned>(product);
}

// Returns NAME from ".visible .entry NAME(", or nullopt for other lines.
std::optional<std::string> entry_name(std::string_view line) {
    constexpr std::string_view kEntry = ".entry ";
    const std::size_t at = line.find(kEntry);
    if (!line.starts_with('.') || at == line.npos) return std::nullopt;
    const std::string_view rest = line.substr(at + kEntry.size());
    return std::string(text::trim(rest.substr(0, rest.find('('))));
}

}  // namespace

std::vector<PtxEntry> ptx_entries(std::string_view ptx) {
    std::vector<PtxEntry> entries;
    bool in_head = false;  // between the name and the body of an entry
    Words words;
    for (std::string_view line : text::split(ptx, '\n')) {
        line = text::trim(line);
        if (auto name = entry_name(line)) {
            entries.push_back({.symbol = std::move(*name)});
            in_head = true;
        } else if (line.starts_with('{')) {
            in_head = false;
        } else if (in_head && line.starts_with(".param ")) {
            text::split_words(line, words);
            entries.back().parameters.push_back(parameter_type(words));
        } else if (in_head && (line.starts_with(".maxntid ") || line.starts_with(".reqntid "))) {
            entries.back().max_threads = threads_in(line);
        }
    }
    return entries;
}

}  // namespace glint::compiler::nvrtc
