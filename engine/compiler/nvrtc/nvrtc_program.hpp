// SPDX-License-Identifier: MIT
#pragma once

// Included only by the sources in this folder.
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/compiler/nvrtc/nvrtc_api.hpp>

namespace glint::compiler::nvrtc {

/// A source compiled by NVRTC.
class NvrtcProgram {
public:
    /// Compiles for "sm_90" (a cubin and its intermediate PTX; only LTO-IR if the source requests
    /// it) or "compute_90" (only PTX), with `more_options` in addition to the source's own options.
    /// Throws CompileError.
    NvrtcProgram(const Source& source, const std::string& target,
                 const std::vector<std::string>& more_options = {});
    ~NvrtcProgram() { api().nvrtcDestroyProgram(&program_); }
    NvrtcProgram(const NvrtcProgram&) = delete;
    NvrtcProgram& operator=(const NvrtcProgram&) = delete;

    std::vector<std::byte> cubin() const;
    std::vector<std::byte> ptx() const;
    /// Throws Error(unsupported) if this NVRTC does not support LTO-IR.
    std::vector<std::byte> ltoir() const;
    /// Output of the compiler and its assembler.
    std::string log() const;
    /// The compiler invocation, including `log`.
    CompilerRun run() const;
    /// Warnings in `log`.
    std::vector<Diagnostic> warnings() const { return warnings_; }
    /// The symbol of each instantiation that the source requests, keyed by its expression.
    std::map<std::string, std::string> symbols(const Source& source) const;

private:
    void create(const Source& source);

    nvrtcProgram program_ = nullptr;
    std::string target_;
    std::vector<std::string> options_;
    std::vector<Diagnostic> warnings_;
};

}  // namespace glint::compiler::nvrtc
