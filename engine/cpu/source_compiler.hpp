// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/source/source_compiler.hpp>

namespace glint::cpu {

/// Compiles CUDA C++ to machine code for the processor of this machine.
class SourceCompiler : public compiler::SourceCompiler {
public:
    std::string identity() const override;
    compiler::Binary compile(const compiler::Source& source) const override;
    compiler::BinaryKind shareable_kind() const override { return compiler::BinaryKind::native; }
    std::vector<std::byte> share_variables(const compiler::Binary& binary,
                                           const compiler::FindVariable& find) const override;
    compiler::Listing inspect(const compiler::Source& source,
                              const compiler::InspectOptions& options) const override;
};

}  // namespace glint::cpu
