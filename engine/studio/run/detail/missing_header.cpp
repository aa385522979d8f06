// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/missing_header.hpp>

#include <array>
#include <utility>

#include <fmt/format.h>

namespace glint::studio {
namespace {

using Advice = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kArray = "write a field for what is kept, and std::array for the rest";
constexpr std::string_view kPrint = "write printf, which needs no header";
constexpr std::string_view kNothing = "device code has nothing of the kind";

constexpr Advice kAdvice[] = {
    {"algorithm", "write min(a, b) and max(a, b), which need no header"},
    {"atomic", "write atomicAdd and its like, which need no header"},
    {"bit", "write __popc, __clz, __ffs or __float_as_uint, which need no header"},
    {"chrono", "write clock64(), which needs no header"},
    {"complex", "include <glint/complex.cuh>"},
    {"concepts", "include <type_traits>"},
    {"cstdarg", kNothing},
    {"ctime", "write clock64(), which needs no header"},
    {"deque", kArray},
    {"exception", kNothing},
    {"fstream", "write a field, and save it by --save"},
    {"functional", "write a lambda"},
    {"iomanip", kPrint},
    {"iostream", kPrint},
    {"iterator", "write an index"},
    {"list", kArray},
    {"map", kArray},
    {"memory", kNothing},
    {"mutex", "write atomicCAS, which needs no header"},
    {"numbers", "write M_PI and its like of <cmath>"},
    {"numeric", "write a loop"},
    {"optional", "write a struct with a bool"},
    {"ostream", kPrint},
    {"queue", kArray},
    {"random", "include <glint/random.cuh>"},
    {"ranges", "write a loop"},
    {"set", kArray},
    {"span", "write a pointer and a count"},
    {"sstream", kPrint},
    {"stdexcept", kNothing},
    {"string", "write const char*"},
    {"string_view", "write const char*"},
    {"thread", "write a kernel"},
    {"tuple", "write a struct, or std::pair of <utility>"},
    {"unordered_map", kArray},
    {"unordered_set", kArray},
    {"variant", "write a struct"},
    {"vector", kArray},
};

/// The text between `before` and `after` in `message`.
std::optional<std::string_view> between(std::string_view message, std::string_view before,
                                        std::string_view after) {
    const std::size_t start = message.find(before);
    if (start == message.npos) return std::nullopt;
    message.remove_prefix(start + before.size());
    const std::size_t end = message.find(after);
    if (end == message.npos) return std::nullopt;
    return message.substr(0, end);
}

/// Name of the file that Clang or NVRTC cannot find.
std::optional<std::string_view> missing_file(std::string_view message) {
    if (const auto name = between(message, "'", "' file not found")) return name;
    if (const auto name = between(message, "cannot open source file \"", "\"")) return name;
    return between(message, "could not open source file \"", "\"");
}

}  // namespace

std::optional<std::string> about_missing_header(std::string_view message) {
    const auto name = missing_file(message);
    if (!name) return std::nullopt;
    for (const auto& [header, advice] : kAdvice)
        if (header == *name)
            return fmt::format("kernels cannot include <{}>, which is the host's: {}", *name,
                               advice);
    return std::nullopt;
}

}  // namespace glint::studio
