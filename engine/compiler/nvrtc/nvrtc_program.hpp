// SPDX-License-Identifier: MIT
#pragma once

// Include this header only in this folder.
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/compiler/nvrtc/nvrtc_api.hpp>

namespace glint::compiler::nvrtc {

/// A source that NVRTC has compiled.
class NvrtcProgram {
public:
    /// Compiles `source` for `target`. For a real architecture such as "sm_90", generates a cubin
    /// and its intermediate PTX, or LTO-IR if the source requests this kind. For a virtual
    /// architecture such as "compute_90", generates only PTX. `more_options` follow the options of
    /// the source. Throws CompileError.
    NvrtcProgram(const Source& source, const std::string& target,
                 const std::vector<std::string>& more_options = {});
    ~NvrtcProgram() { api().nvrtcDestroyProgram(&program_); }
    NvrtcProgram(const NvrtcProgram&) = delete;
    NvrtcProgram& operator=(const NvrtcProgram&) = delete;

    std::vector<std::byte> cubin() const;
    std::vector<std::byte> ptx() const;
    /// Returns the LTO-IR. Throws Error(unsupported) if this NVRTC cannot generate LTO-IR.
    std::vector<std::byte> ltoir() const;
    /// Returns the output of the compiler and its assembler.
    std::string log() const;
    /// Returns the target, the options and the log of the compilation.
    CompilerRun run() const;
    /// Returns the warnings in `log`.
    std::vector<Diagnostic> warnings() const { return warnings_; }
    /// Maps each instantiation that the source requests to its symbol.
    std::map<std::string, std::string> symbols(const Source& source) const;

private:
    void create(const Source& source);

    nvrtcProgram program_ = nullptr;
    std::string target_;
    std::vector<std::string> options_;
    std::vector<Diagnostic> warnings_;
};

}  // namespace glint::compiler::nvrtc
