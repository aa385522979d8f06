// SPDX-License-Identifier: MIT
#include <glint/cpu/frontend/prelude_files.hpp>

#include <glint/base/files.hpp>

namespace glint::cpu {
namespace {

constexpr std::string_view kLimits = "#include <__glint/limits.cuh>\n";
constexpr std::string_view kAssert = "#include <__glint/assert.cuh>\n";

constexpr std::string_view kTraits =
    "#include <__glint/utility.cuh>\n#include <__glint/utility_functions.cuh>\n";
constexpr std::string_view kContainers =
    "#include <__glint/containers.cuh>\n#include <__glint/utility_functions.cuh>\n";
constexpr std::string_view kHalf = "#include <__glint/half.cuh>\n";
constexpr std::string_view kBfloat16 = "#include <__glint/bfloat16.cuh>\n";
constexpr std::string_view kComplex = "#include <__glint/complex.cuh>\n";
constexpr std::string_view kGroups = "#include <__glint/cooperative_groups.cuh>\n";
constexpr std::string_view kAlgorithms = "#include <__glint/cooperative_algorithms.cuh>\n";
constexpr std::string_view kTensorCores = "#include <__glint/tensor_cores.cuh>\n";

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
    {"texture_fetch_functions.h", ""},
    {"texture_indirect_functions.h", ""},
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
    {"limits", kContainers},
    {"array", kContainers},
    {"type_traits", kTraits},
    {"utility", kTraits},
    {"cuda/std/array", kContainers},
    {"cuda/std/cmath", kTraits},
    {"cuda/std/cstddef", kTraits},
    {"cuda/std/cstdint", kTraits},
    {"cuda/std/limits", kContainers},
    {"cuda/std/type_traits", kTraits},
    {"cuda/std/utility", kTraits},
    {"cuda_fp16.h", kHalf},
    {"cuda_bf16.h", kBfloat16},
    {"cuComplex.h", kComplex},
    {"cooperative_groups.h", kGroups},
    {"cooperative_groups/memcpy_async.h", kAlgorithms},
    {"cooperative_groups/reduce.h", kAlgorithms},
    {"cooperative_groups/scan.h", kAlgorithms},
    {"mma.h", kTensorCores},
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
