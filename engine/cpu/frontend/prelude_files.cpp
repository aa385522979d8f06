#include <glint/cpu/frontend/prelude_files.hpp>

#include <glint/base/files.hpp>

namespace glint::cpu {
namespace {

constexpr std::string_view kLimits = "#include <__glint/limits.cuh>\n";
constexpr std::string_view kAssert = "#include <__glint/assert.cuh>\n";

constexpr PreludeFile kStandardHeaders[] = {
    {"cuda.h", ""},
    {"cuda_runtime.h", ""},
    {"cuda_runtime_api.h", ""},
    {"device_launch_parameters.h", ""},
    {"device_functions.h", ""},
    {"device_atomic_functions.h", ""},
    {"math_constants.h", ""},
    {"math_functions.h", ""},
    {"sm_30_intrinsics.h", ""},
    {"surface_functions.h", ""},
    {"surface_indirect_functions.h", ""},
    {"vector_functions.h", ""},
    {"vector_types.h", ""},
    {"math.h", ""},
    {"cmath", ""},
    {"stddef.h", ""},
    {"cstddef", ""},
    {"stdio.h", ""},
    {"cstdio", ""},
    {"stdlib.h", ""},
    {"cstdlib", ""},
    {"string.h", ""},
    {"cstring", ""},
    {"assert.h", kAssert},
    {"cassert", kAssert},
    {"stdint.h", kLimits},
    {"cstdint", kLimits},
    {"limits.h", kLimits},
    {"climits", kLimits},
    {"float.h", kLimits},
    {"cfloat", kLimits},
};

std::string hash_of_all() {
    std::string all;
    for (const auto files : {prelude_files(), standard_headers()})
        for (const PreludeFile& file : files)
            all.append(file.name).append(1, '\0').append(file.text).append(1, '\0');
    return content_hash(all);
}

}  // namespace

std::span<const PreludeFile> standard_headers() noexcept { return kStandardHeaders; }

const std::string& prelude_hash() {
    static const std::string hash = hash_of_all();
    return hash;
}

}  // namespace glint::cpu
