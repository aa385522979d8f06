#pragma once

#include <llvm/IR/Function.h>

namespace glint::cpu {

/// Lets the kernel read structs that it takes by value where the launch keeps them, instead of a
/// copy that every thread would make, if it changes no byte of them.
void read_arguments_in_place(llvm::Function& function);

}  // namespace glint::cpu
