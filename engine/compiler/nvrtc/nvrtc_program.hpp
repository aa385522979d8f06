#pragma once

// Private to this folder.
#include <cstddef>
#include <string>
#include <vector>

#include <glint/compiler/nvrtc/nvrtc_api.hpp>
#include <glint/compiler/source_compiler.hpp>

namespace glint::compiler::nvrtc {

/// A source that NVRTC compiled.
class NvrtcProgram {
public:
    /// For "sm_90" (a cubin, and PTX on the way there) or "compute_90" (PTX alone), with options
    /// beside those that the source asks for. Throws CompileError.
    NvrtcProgram(const Source& source, const std::string& target,
                 const std::vector<std::string>& more_options = {});
    ~NvrtcProgram() { api().nvrtcDestroyProgram(&program_); }
    NvrtcProgram(const NvrtcProgram&) = delete;
    NvrtcProgram& operator=(const NvrtcProgram&) = delete;

    std::vector<std::byte> cubin() const;
    /// With the zero at its end.
    std::vector<std::byte> ptx() const;
    /// All that the compiler and its assembler said.
    std::string log() const;
    /// What `log` warns of.
    std::vector<Diagnostic> warnings() const { return warnings_; }
    /// Of each instantiation that the source asks for.
    std::map<std::string, std::string> symbols(const Source& source) const;

private:
    nvrtcProgram program_ = nullptr;
    std::vector<Diagnostic> warnings_;
};

}  // namespace glint::compiler::nvrtc
