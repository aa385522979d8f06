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

    /// The features in LLVM's own list form.
    std::string feature_list() const;

    /// CPU model and a hash of the features: two machines with the same can share code.
    std::string identity() const;
};

/// Looked up once.
const HostTarget& host_target();

/// Bytes of the widest vector registers.
unsigned vector_register_bytes();

/// How many of them there are.
unsigned vector_register_count();

/// Code generator for the host at full or (with `debug`) no optimisation.
std::unique_ptr<llvm::TargetMachine> make_target_machine(bool debug);

}  // namespace glint::cpu
