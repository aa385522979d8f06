// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/resource_usage.hpp>

#include <algorithm>

#include <glint/base/ceil_div.hpp>
#include <glint/base/text.hpp>

namespace glint::compiler::nvrtc {
namespace {

// Returns the number before the text `unit` in `line`, or 0 if `line` does not contain it.
std::size_t amount_of(std::string_view line, std::string_view unit) {
    const std::size_t at = line.find(unit);
    if (at == line.npos) return 0;
    const std::string_view before = text::trim(line.substr(0, at));
    const std::size_t digits = before.find_last_not_of("0123456789") + 1;
    return text::parse_unsigned(before.substr(digits)).value_or(0);
}

// Returns the name in a line such as "Compiling entry function 'saxpy' for 'sm_90'", or "".
std::string_view compiled_function(std::string_view line) {
    constexpr std::string_view kBegin = "Compiling entry function '", kEnd = "' for '";
    const std::size_t begin = line.find(kBegin);
    if (begin == line.npos) return {};
    line.remove_prefix(begin + kBegin.size());
    return line.substr(0, std::min(line.find(kEnd), line.size()));
}

// Stores the values in a line of the log. One line has the stack frame, and a later line has all
// other values.
void take(ResourceUsage& usage, std::string_view line) {
    if (line.find(" : Used ") != line.npos) {
        usage.registers = static_cast<unsigned>(amount_of(line, "registers"));
        usage.shared_bytes = amount_of(line, "bytes smem");
        // This number includes the stacks of called functions.
        usage.local_bytes =
            std::max(usage.local_bytes, amount_of(line, "bytes cumulative stack size"));
    }
    if (line.find("bytes stack frame") != line.npos)
        usage.local_bytes = std::max(usage.local_bytes, amount_of(line, "bytes stack frame"));
}

}  // namespace

std::map<std::string, ResourceUsage> resource_usage(std::string_view log) {
    std::map<std::string, ResourceUsage> found;
    std::string function, properties_of;
    for (const std::string_view line : text::split(log, '\n')) {
        if (const auto name = compiled_function(line); !name.empty())
            properties_of = function = name;
        // The log also has properties of called functions that are not inlined. Skip them.
        if (const auto at = line.find("Function properties for "); at != line.npos)
            properties_of = text::trim(line.substr(at + 24));
        const bool of_callee = line.find(" : Used ") == line.npos && properties_of != function;
        if (!function.empty() && !of_callee) take(found[function], line);
    }
    return found;
}

unsigned threads_with_registers(unsigned registers) {
    constexpr unsigned kRegisters = 65536, kUnit = 256, kWarp = 32, kMax = 1024;
    const unsigned of_warp = round_up(registers * kWarp, kUnit);
    if (of_warp == 0) return kMax;
    return std::min(kMax, kRegisters / of_warp / 4 * 4 * kWarp);
}

}  // namespace glint::compiler::nvrtc
