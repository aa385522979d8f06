// SPDX-License-Identifier: MIT
#include <glint/studio/state/field_name.hpp>

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

using Names = std::set<std::string_view>;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Keywords up to C++23, and names reserved by CUDA.
const Names& language_keywords() {
    static const Names words{"alignas",
                             "alignof",
                             "and",
                             "and_eq",
                             "asm",
                             "auto",
                             "bitand",
                             "bitor",
                             "bool",
                             "break",
                             "case",
                             "catch",
                             "char",
                             "char16_t",
                             "char32_t",
                             "char8_t",
                             "class",
                             "co_await",
                             "co_return",
                             "co_yield",
                             "compl",
                             "concept",
                             "const",
                             "const_cast",
                             "consteval",
                             "constexpr",
                             "constinit",
                             "continue",
                             "decltype",
                             "default",
                             "delete",
                             "do",
                             "double",
                             "dynamic_cast",
                             "else",
                             "enum",
                             "explicit",
                             "export",
                             "extern",
                             "false",
                             "final",
                             "float",
                             "for",
                             "friend",
                             "goto",
                             "if",
                             "import",
                             "inline",
                             "int",
                             "long",
                             "module",
                             "mutable",
                             "namespace",
                             "new",
                             "noexcept",
                             "not",
                             "not_eq",
                             "nullptr",
                             "operator",
                             "or",
                             "or_eq",
                             "override",
                             "private",
                             "protected",
                             "public",
                             "register",
                             "reinterpret_cast",
                             "requires",
                             "restrict",
                             "return",
                             "short",
                             "signed",
                             "sizeof",
                             "static",
                             "static_assert",
                             "static_cast",
                             "struct",
                             "switch",
                             "template",
                             "this",
                             "thread_local",
                             "throw",
                             "true",
                             "try",
                             "typedef",
                             "typeid",
                             "typename",
                             "typeof",
                             "union",
                             "unsigned",
                             "using",
                             "virtual",
                             "void",
                             "volatile",
                             "wchar_t",
                             "while",
                             "xor",
                             "xor_eq",
                             "blockDim",
                             "blockIdx",
                             "gridDim",
                             "threadIdx",
                             "warpSize",
                             "dim3",
                             "half",
                             "half2",
                             "nv_bfloat16",
                             "nv_bfloat162",
                             "cudaError_t",
                             "cudaStream_t",
                             "glint",
                             "std",
                             "cuda",
                             "cooperative_groups"};
    return words;
}

/// Macros of the headers that kernels include, and of compilers in GNU mode.
const Names& macros() {
    static const Names words{"NULL",         "EOF",
                             "NAN",          "INFINITY",
                             "HUGE_VAL",     "HUGE_VALF",
                             "M_E",          "M_PI",
                             "M_PI_2",       "M_PI_4",
                             "M_SQRT2",      "M_LN2",
                             "M_LN10",       "M_1_PI",
                             "M_2_PI",       "M_LOG2E",
                             "M_LOG10E",     "M_2_SQRTPI",
                             "M_SQRT1_2",    "INT_MAX",
                             "INT_MIN",      "UINT_MAX",
                             "LONG_MAX",     "LONG_MIN",
                             "ULONG_MAX",    "LLONG_MAX",
                             "LLONG_MIN",    "ULLONG_MAX",
                             "SHRT_MAX",     "SHRT_MIN",
                             "USHRT_MAX",    "CHAR_BIT",
                             "CHAR_MAX",     "CHAR_MIN",
                             "SCHAR_MAX",    "SCHAR_MIN",
                             "UCHAR_MAX",    "FLT_MAX",
                             "FLT_MIN",      "FLT_EPSILON",
                             "DBL_MAX",      "DBL_MIN",
                             "DBL_EPSILON",  "FLT_DIG",
                             "DBL_DIG",      "INT8_MAX",
                             "INT16_MAX",    "INT32_MAX",
                             "INT64_MAX",    "UINT8_MAX",
                             "UINT16_MAX",   "UINT32_MAX",
                             "UINT64_MAX",   "SIZE_MAX",
                             "PTRDIFF_MAX",  "RAND_MAX",
                             "BUFSIZ",       "CLOCKS_PER_SEC",
                             "EXIT_SUCCESS", "EXIT_FAILURE",
                             "SEEK_SET",     "SEEK_CUR",
                             "SEEK_END",     "I",
                             "linux",        "unix",
                             "i386",         "assert",
                             "errno",        "offsetof",
                             "stdin",        "stdout",
                             "stderr",       "va_arg",
                             "va_start",     "va_end",
                             "isnan",        "isinf",
                             "isfinite",     "isnormal",
                             "signbit",      "fpclassify",
                             "setjmp"};
    return words;
}

/// Names of kernel arguments that are not fields, and names of the structures in simulations that
/// `glint view` generates. (A member cannot have the name of its structure.)
const Names& simulation_keywords() {
    static const Names words{"width",  "height", "depth",  "count", "dt",
                             "time",   "step",   "seed",   "mouse", "mouse_before",
                             "Points", "Image",  "Volume", "Array"};
    return words;
}

/// True for vector types such as "float3" and "uchar4".
bool is_vector_type(std::string_view name) {
    if (name.empty() || name.back() < '1' || name.back() > '4') return false;
    name.remove_suffix(1);
    static const Names bases{"char", "uchar", "short",    "ushort",    "int",   "uint",
                             "long", "ulong", "longlong", "ulonglong", "float", "double"};
    return bases.contains(name);
}

bool means_something(std::string_view name) {
    for (const Names* words : {&language_keywords(), &macros(), &simulation_keywords()})
        if (words->contains(name)) return true;
    return is_vector_type(name);
}

/// True for names such as `_Name` and `__name`, which are reserved for compilers and standard
/// headers.
bool is_reserved(std::string_view name) {
    return name.size() > 1 && name[0] == '_' &&
           (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])));
}

}  // namespace

std::string field_name(std::string_view column) {
    std::string name(column);
    std::ranges::replace_if(
        name, [](unsigned char c) { return c > 127 || (!std::isalnum(c) && c != '_'); }, '_');
    if (name.empty()) return "unnamed";
    if (is_digit(name.front())) name = '_' + name;
    if (is_reserved(name)) name = "column" + name;
    if (means_something(name)) name += '_';
    return name;
}

std::vector<std::string> field_names(std::span<const std::string> columns) {
    std::vector<std::string> names(columns.size());
    std::set<std::string> taken{"position", "colour"};  // names of fields with several columns
    // Names that are valid without conversion take precedence over converted names.
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (field_name(columns[i]) == columns[i] &&
            taken.insert(text::lower_case(columns[i])).second)
            names[i] = columns[i];
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!names[i].empty()) continue;
        const std::string base = field_name(columns[i]);
        names[i] = base;
        for (std::size_t n = 2; !taken.insert(text::lower_case(names[i])).second; ++n)
            names[i] = fmt::format("{}_{}", base, n);
    }
    return names;
}

}  // namespace glint::studio
