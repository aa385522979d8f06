// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace glint::cpu {

/// Replaces operations on constants whose results C++ leaves undefined with the results that
/// define_arithmetic() gives to variables. It must see each function before the code generator,
/// which would fold these operations to poison or to other numbers.
std::unique_ptr<clang::ASTConsumer> make_constant_folder();

}  // namespace glint::cpu
