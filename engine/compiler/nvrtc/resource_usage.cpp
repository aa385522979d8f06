#include <glint/compiler/nvrtc/resource_usage.hpp>

#include <algorithm>
#include <regex>

#include <glint/base/text.hpp>

namespace glint::compiler::nvrtc {
namespace {

// The number before `unit` in `line`; 0 if there is none.
std::size_t amount_of(const std::string& line, const char* unit) {
    std::smatch match;
    const std::regex pattern(std::string("(\\d+) ") + unit);
    return std::regex_search(line, match, pattern) ? std::stoull(match[1]) : 0;
}

// "Compiling entry function 'saxpy' for 'sm_90'"
std::string compiled_function(const std::string& line) {
    static const std::regex pattern(R"(Compiling entry function '(.*)' for ')");
    std::smatch match;
    return std::regex_search(line, match, pattern) ? match[1].str() : std::string();
}

// The numbers before and behind the words below stand on two lines, the stack's on the first.
void take(ResourceUsage& usage, const std::string& line) {
    if (line.find(" : Used ") != line.npos) {
        usage.registers = static_cast<unsigned>(amount_of(line, "registers"));
        usage.shared_bytes = amount_of(line, "bytes smem");
        // With what the functions that it calls need.
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
    for (const std::string_view part : text::split(log, '\n')) {
        const std::string line(part);
        if (auto name = compiled_function(line); !name.empty()) properties_of = function = name;
        // A function that is called apart from the kernel has properties of its own.
        if (const auto at = line.find("Function properties for "); at != line.npos)
            properties_of = text::trim(part.substr(at + 24));
        const bool of_callee = line.find(" : Used ") == line.npos && properties_of != function;
        if (!function.empty() && !of_callee) take(found[function], line);
    }
    return found;
}

unsigned threads_with_registers(unsigned registers) {
    constexpr unsigned kRegisters = 65536, kUnit = 256, kWarp = 32, kMost = 1024;
    const unsigned of_warp = (registers * kWarp + kUnit - 1) / kUnit * kUnit;
    if (of_warp == 0) return kMost;
    return std::min(kMost, kRegisters / of_warp / 4 * 4 * kWarp);
}

}  // namespace glint::compiler::nvrtc
