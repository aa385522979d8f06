// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/standard_headers.hpp>

#include <vector>

#include <glint/base/files.hpp>

namespace glint::compiler::nvrtc {
namespace {

constexpr const char* kStddef = "#include <__glint/stddef.cuh>\n";
constexpr const char* kStdint = "#include <__glint/stdint.cuh>\n";
constexpr const char* kNumbers = "#include <__glint/numbers.cuh>\n";
constexpr const char* kMath = "#include <__glint/math.cuh>\n";
constexpr const char* kMemory = "#include <__glint/memory.cuh>\n";
constexpr const char* kAssert = "#include <__glint/assert.cuh>\n";
constexpr const char* kTraits = "#include <__glint/traits.cuh>\n";
constexpr const char* kUtility = "#include <__glint/utility.cuh>\n";
constexpr const char* kContainers = "#include <__glint/containers.cuh>\n";

constexpr StandardHeader kNames[] = {
    {"array", kContainers},   {"assert.h", kAssert},  {"cassert", kAssert},  {"cfloat", kNumbers},
    {"climits", kNumbers},    {"cmath", kMath},       {"cstddef", kStddef},  {"cstdint", kStdint},
    {"cstdio", kMemory},      {"cstdlib", kMemory},   {"cstring", kMemory},  {"float.h", kNumbers},
    {"limits", kContainers},  {"limits.h", kNumbers}, {"math.h", kMath},     {"stddef.h", kStddef},
    {"stdint.h", kStdint},    {"stdio.h", kMemory},   {"stdlib.h", kMemory}, {"string.h", kMemory},
    {"type_traits", kTraits}, {"utility", kUtility},
};

std::vector<StandardHeader> all_headers() {
    std::vector<StandardHeader> all(std::begin(kNames), std::end(kNames));
    for (const StandardHeader& file : standard_files()) all.push_back(file);
    return all;
}

}  // namespace

std::span<const StandardHeader> standard_headers() {
    static const std::vector<StandardHeader> all = all_headers();
    return all;
}

const std::string& standard_headers_hash() {
    static const std::string hash = [] {
        std::string all;
        for (const auto& [name, text] : standard_headers())
            all.append(name).append(1, '\0').append(text).append(1, '\0');
        return content_hash(all);
    }();
    return hash;
}

}  // namespace glint::compiler::nvrtc
