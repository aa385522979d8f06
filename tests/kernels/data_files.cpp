#include <kernels/data_files.hpp>

#include <algorithm>
#include <filesystem>
#include <initializer_list>

namespace glint::test {

namespace {

using Names = std::vector<std::string>;

/// Each name with each list of template arguments.
void add(Names& to, std::initializer_list<const char*> names,
         std::initializer_list<const char*> arguments) {
    for (const std::string name : names)
        for (const std::string argument : arguments) to.push_back(name + "<" + argument + ">");
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

Names of_matrix() {
    Names names;
    add(names, {"matrices"},
        {"float, 2", "float, 3", "float, 4", "double, 2", "double, 3", "double, 4"});
    add(names, {"eigen", "rotations"}, {"float", "double"});
    return names;
}

Names of_vector() {
    Names names;
    add(names, {"arithmetic", "geometry"},
        {"float2", "float3", "float4", "double2", "double3", "double4_16a"});
    add(names, {"arithmetic"}, {"int2", "int3", "int4", "uint2", "uint3", "uint4"});
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
    if (file == "complex.cu") return of_complex();
    if (file == "matrix.cu") return of_matrix();
    if (file == "vector.cu") return of_vector();
    return {};
}

}  // namespace glint::test
