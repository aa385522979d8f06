// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace glint::cpu {

/// C++ leaves the results of some operations on constants undefined. This consumer rewrites these
/// operations so that they have the results that define_arithmetic() gives operations on variables.
/// It must process each function before the code generator, because the code generator would fold
/// the operations to poison or to other numbers.
std::unique_ptr<clang::ASTConsumer> make_constant_folder();

}  // namespace glint::cpu
