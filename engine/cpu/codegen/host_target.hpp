// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
}

namespace glint::cpu {

/// The machine that this process runs on, as LLVM describes it.
struct HostTarget {
    std::string triple;
    std::string cpu;
    std::vector<std::string> features;  ///< "+avx2", "-sse4a"...

    /// The features in LLVM's list format.
    std::string feature_list() const;

    /// CPU model and a hash of the features. Machines with equal identities can share code.
    std::string identity() const;
};

/// Returns the host's target; detected once.
const HostTarget& host_target();

/// Size of the widest vector registers in bytes.
unsigned vector_register_bytes();

/// Number of vector registers of that size.
unsigned vector_register_count();

/// Code generator for the host, at full optimization or, with `debug`, none.
std::unique_ptr<llvm::TargetMachine> make_target_machine(bool debug);

}  // namespace glint::cpu
