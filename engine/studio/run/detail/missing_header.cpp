// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/missing_header.hpp>

#include <array>
#include <utility>

#include <fmt/format.h>

namespace glint::studio {
namespace {

using Advice = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kArray = "Use a field for data that persists, and std::array otherwise";
constexpr std::string_view kPrint = "Use printf, which needs no header";
constexpr std::string_view kNothing = "Device code has no equivalent";

constexpr Advice kAdvice[] = {
    {"algorithm", "Use min(a, b) and max(a, b), which need no header"},
    {"atomic", "Use atomicAdd and similar functions, which need no header"},
    {"bit", "Use __popc, __clz, __ffs or __float_as_uint, which need no header"},
    {"chrono", "Use clock64(), which needs no header"},
    {"complex", "Include <glint/complex.cuh>"},
    {"concepts", "Include <type_traits>"},
    {"cstdarg", kNothing},
    {"ctime", "Use clock64(), which needs no header"},
    {"deque", kArray},
    {"exception", kNothing},
    {"fstream", "Use a field, and save the field with --save"},
    {"functional", "Use a lambda"},
    {"iomanip", kPrint},
    {"iostream", kPrint},
    {"iterator", "Use an index"},
    {"list", kArray},
    {"map", kArray},
    {"memory", kNothing},
    {"mutex", "Use atomicCAS, which needs no header"},
    {"numbers", "Use M_PI and the other constants of <cmath>"},
    {"numeric", "Use a loop"},
    {"optional", "Use a struct with a bool"},
    {"ostream", kPrint},
    {"queue", kArray},
    {"random", "Include <glint/random.cuh>"},
    {"ranges", "Use a loop"},
    {"set", kArray},
    {"span", "Use a pointer and a count"},
    {"sstream", kPrint},
    {"stdexcept", kNothing},
    {"string", "Use const char*"},
    {"string_view", "Use const char*"},
    {"thread", "Use a kernel"},
    {"tuple", "Use a struct, or std::pair from <utility>"},
    {"unordered_map", kArray},
    {"unordered_set", kArray},
    {"variant", "Use a struct"},
    {"vector", kArray},
};

/// Returns the text between `before` and `after` in `message`, or nullopt if they do not occur.
std::optional<std::string_view> text_between(std::string_view message, std::string_view before,
                                             std::string_view after) {
    const std::size_t start = message.find(before);
    if (start == message.npos) return std::nullopt;
    message.remove_prefix(start + before.size());
    const std::size_t end = message.find(after);
    if (end == message.npos) return std::nullopt;
    return message.substr(0, end);
}

/// Returns the name of the file that Clang or NVRTC cannot find, or nullopt for other messages.
std::optional<std::string_view> missing_file(std::string_view message) {
    if (const auto name = text_between(message, "'", "' file not found")) return name;
    if (const auto name = text_between(message, "cannot open source file \"", "\"")) return name;
    return text_between(message, "could not open source file \"", "\"");
}

}  // namespace

std::optional<std::string> about_missing_header(std::string_view message) {
    const auto name = missing_file(message);
    if (!name) return std::nullopt;
    for (const auto& [header, advice] : kAdvice)
        if (header == *name)
            return fmt::format("kernels cannot include <{}>, which is a host header. {}", *name,
                               advice);
    return std::nullopt;
}

}  // namespace glint::studio
