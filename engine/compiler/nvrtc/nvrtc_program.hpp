// SPDX-License-Identifier: MIT
#pragma once

// Private to this folder.
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/compiler/nvrtc/nvrtc_api.hpp>

namespace glint::compiler::nvrtc {

/// A source that NVRTC compiled.
class NvrtcProgram {
public:
    /// For "sm_90" (a cubin, and PTX on the way there; LTO-IR alone if the source asks for it) or
    /// "compute_90" (PTX alone), with options beside those that the source asks for.
    /// Throws CompileError.
    NvrtcProgram(const Source& source, const std::string& target,
                 const std::vector<std::string>& more_options = {});
    ~NvrtcProgram() { api().nvrtcDestroyProgram(&program_); }
    NvrtcProgram(const NvrtcProgram&) = delete;
    NvrtcProgram& operator=(const NvrtcProgram&) = delete;

    std::vector<std::byte> cubin() const;
    std::vector<std::byte> ptx() const;
    /// Throws Error(unsupported) where this NVRTC has none.
    std::vector<std::byte> ltoir() const;
    /// All that the compiler and its assembler said.
    std::string log() const;
    /// How it was compiled, with `log`.
    CompilerRun run() const;
    /// What `log` warns of.
    std::vector<Diagnostic> warnings() const { return warnings_; }
    /// The symbol of each instantiation that the source asks for, by its expression.
    std::map<std::string, std::string> symbols(const Source& source) const;

private:
    void create(const Source& source);

    nvrtcProgram program_ = nullptr;
    std::string target_;
    std::vector<std::string> options_;
    std::vector<Diagnostic> warnings_;
};

}  // namespace glint::compiler::nvrtc
