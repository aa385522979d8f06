// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
}

namespace glint::cpu {

/// The processor of this machine, as LLVM describes it.
struct HostTarget {
    std::string triple;
    std::string cpu;
    std::vector<std::string> features;  ///< for example "+avx2" or "-sse4a"

    /// Returns the features as LLVM expects them: separated by commas.
    std::string feature_list() const;

    /// Returns the CPU model and a hash of the features. Two machines with the same identity can
    /// run the same code.
    std::string identity() const;
};

/// Returns the target for this machine. The first call detects it.
const HostTarget& host_target();

/// Returns the size in bytes of the vector registers that lanes use.
unsigned vector_register_bytes();

/// Returns the number of vector registers that lanes can use.
unsigned vector_register_count();

/// Creates a code generator for this machine. It optimizes fully, or not at all if `debug` is true.
std::unique_ptr<llvm::TargetMachine> make_target_machine(bool debug);

}  // namespace glint::cpu
