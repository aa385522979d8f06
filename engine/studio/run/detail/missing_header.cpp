// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/missing_header.hpp>

#include <array>
#include <utility>

#include <fmt/format.h>

namespace glint::studio {
namespace {

using Advice = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kArray = "use a field for data that persists, and std::array otherwise";
constexpr std::string_view kPrint = "use printf, which needs no header";
constexpr std::string_view kNothing = "device code has no equivalent";

constexpr Advice kAdvice[] = {
    {"algorithm", "use min(a, b) and max(a, b), which need no header"},
    {"atomic", "use atomicAdd and similar functions, which need no header"},
    {"bit", "use __popc, __clz, __ffs or __float_as_uint, which need no header"},
    {"chrono", "use clock64(), which needs no header"},
    {"complex", "include <glint/complex.cuh>"},
    {"concepts", "include <type_traits>"},
    {"cstdarg", kNothing},
    {"ctime", "use clock64(), which needs no header"},
    {"deque", kArray},
    {"exception", kNothing},
    {"fstream", "use a field, and save it with --save"},
    {"functional", "use a lambda"},
    {"iomanip", kPrint},
    {"iostream", kPrint},
    {"iterator", "use an index"},
    {"list", kArray},
    {"map", kArray},
    {"memory", kNothing},
    {"mutex", "use atomicCAS, which needs no header"},
    {"numbers", "use M_PI and the other constants of <cmath>"},
    {"numeric", "use a loop"},
    {"optional", "use a struct with a bool"},
    {"ostream", kPrint},
    {"queue", kArray},
    {"random", "include <glint/random.cuh>"},
    {"ranges", "use a loop"},
    {"set", kArray},
    {"span", "use a pointer and a count"},
    {"sstream", kPrint},
    {"stdexcept", kNothing},
    {"string", "use const char*"},
    {"string_view", "use const char*"},
    {"thread", "use a kernel"},
    {"tuple", "use a struct, or std::pair from <utility>"},
    {"unordered_map", kArray},
    {"unordered_set", kArray},
    {"variant", "use a struct"},
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
            return fmt::format("kernels cannot include <{}>, which is a host header: {}", *name,
                               advice);
    return std::nullopt;
}

}  // namespace glint::studio
