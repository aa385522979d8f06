// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace glint::cpu {

/// Replaces operations on constants that C++ leaves undefined by the results that
/// define_arithmetic() gives to variables. It must see each function before the code generator,
/// which would fold them to poison or to numbers of its own.
std::unique_ptr<clang::ASTConsumer> make_constant_folder();

}  // namespace glint::cpu
