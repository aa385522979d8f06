// SPDX-License-Identifier: MIT
#include <kernels/data_files.hpp>

#include <algorithm>
#include <filesystem>
#include <initializer_list>

namespace glint::test {

namespace {

using Names = std::vector<std::string>;

/// Adds each name with each of the lists of template arguments.
void add(Names& to, std::initializer_list<const char*> names,
         std::initializer_list<const char*> arguments) {
    for (const std::string name : names)
        for (const std::string argument : arguments) to.push_back(name + "<" + argument + ">");
}

Names of_block() {
    Names names;
    const auto tiles = {"256, 4", "1024, 1", "32, 3", "100, 2", "35, 3", "1, 2"};
    for (const std::string tile : tiles) {
        names.push_back("reductions<float, " + tile + ">");
        names.push_back("reductions<int, " + tile + ">");
        names.push_back("scans<double, " + tile + ">");
    }
    add(names, {"composed"}, {"256", "100", "32"});
    add(names, {"compacted"}, {"256", "100", "1024"});
    add(names, {"compacted_items"}, {"256"});
    return names;
}

Names of_complex() {
    Names names;
    add(names,
        {"sqrt_of",        "exp_of",         "log_of",   "log10_of",    "sin_of",       "cos_of",
         "tan_of",         "sinh_of",        "cosh_of",  "tanh_of",     "asin_of",      "acos_of",
         "atan_of",        "asinh_of",       "acosh_of", "atanh_of",    "abs_of",       "arg_of",
         "norm_of",        "conj_of",        "add_of",   "subtract_of", "multiply_of",  "divide_of",
         "divide_real_of", "real_divide_of", "pow_of",   "pow_real_of", "pow_whole_of", "fma_of",
         "polar_of"},
        {"float", "double"});
    return names;
}

Names of_half() {
    Names names;
    add(names, {"converted", "followed", "sorted"}, {"__half", "__nv_bfloat16"});
    return names;
}

Names of_matrix() {
    Names names;
    add(names, {"matrices"},
        {"float, 2", "float, 3", "float, 4", "double, 2", "double, 3", "double, 4"});
    add(names, {"eigen", "rotations"}, {"float", "double"});
    return names;
}

Names of_sort() {
    Names names;
    add(names, {"radix"},
        {"int, 256, 4, 8", "float, 256, 4, 8", "double, 128, 3, 8", "unsigned long long, 128, 3, 8",
         "short, 32, 5, 8", "unsigned char, 64, 2, 8", "unsigned, 128, 4, 4",
         "unsigned, 64, 1, 5"});
    add(names, {"merged"},
        {"int, 256, 4", "double, 128, 3", "float, 100, 5", "float, 33, 1", "float, 1, 8"});
    add(names, {"exchanged"}, {"int, 128, 4", "double, 64, 3", "short, 256, 2"});
    add(names, {"guarded"}, {"float", "double", "short"});
    return names;
}

Names of_vector() {
    Names names;
    add(names, {"arithmetic", "geometry"},
        {"float2", "float3", "float4", "double2", "double3", "double4_16a"});
    add(names, {"arithmetic"}, {"double4_32a", "int2", "int3", "int4", "uint2", "uint3", "uint4"});
    return names;
}

Names of_warp() {
    Names names;
    for (const std::string type : {"int", "unsigned", "float", "double", "short"})
        for (const char* width : {", 2>", ", 8>", ", 32>"})
            names.push_back("reductions<" + type + width);
    add(names, {"sorted"}, {"int, 4", "int, 32", "double, 4", "double, 32"});
    return names;
}

}  // namespace

std::vector<std::string> kernel_files() {
    Names files;
    for (const auto& entry : std::filesystem::directory_iterator(GLINT_TEST_DATA_DIR))
        files.push_back(entry.path().filename().string());
    std::ranges::sort(files);
    return files;
}

std::vector<std::string> instantiations(const std::string& file) {
    if (file == "block.cu") return of_block();
    if (file == "complex.cu") return of_complex();
    if (file == "half.cu") return of_half();
    if (file == "matrix.cu") return of_matrix();
    if (file == "sort.cu") return of_sort();
    if (file == "vector.cu") return of_vector();
    if (file == "warp.cu") return of_warp();
    return {};
}

}  // namespace glint::test
