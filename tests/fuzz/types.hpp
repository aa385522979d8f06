// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Random CUDA C++ kernels and their expected results.
namespace glint::fuzz {

/// Scalar types of the generated language.
enum class Type { boolean, u8, i16, i32, u32, i64, u64, f32, f64 };

std::size_t size_bytes(Type type);
std::string name_of(Type type);  ///< as spelled in CUDA C++
bool is_float(Type type);
bool is_signed(Type type);
/// True for types smaller than int, which arithmetic would promote to int.
bool is_narrow(Type type);

struct Field {
    std::string name;
    Type type = Type::i32;
    std::size_t offset = 0;
};

/// The fields of an element. A scalar has one unnamed field.
struct Layout {
    std::string name;
    std::vector<Field> fields;
    /// In bytes; there is no padding, so that memory can be compared byte by byte.
    std::size_t size = 0;

    bool is_scalar() const { return fields.size() == 1 && fields[0].name.empty(); }
};

const Layout& scalar(Type type);
const Layout& int2_layout();
const Layout& float4_layout();
/// struct Cell { int a; float b; short c; unsigned char d; unsigned char e; }
const Layout& cell_layout();
/// struct Wide { long long a; int b; unsigned int c; }
const Layout& wide_layout();

/// Definitions of the two structs.
std::string layout_definitions();

}  // namespace glint::fuzz
