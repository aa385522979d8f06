#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <glint/compiler/compile_error.hpp>
#include <glint/compiler/listing.hpp>

namespace glint::compiler {

/// A CUDA C++ source and how to compile it.
struct Source {
    std::string name;  ///< the path or label that messages show
    std::string text;
    std::vector<std::string> instantiations;  ///< template kernels: "scale<float, 256>"
    std::vector<std::string> include_folders;
    std::vector<std::pair<std::string, std::string>> defines;
    bool fast_math = false;
    bool debug = false;          ///< keep what a debugger needs, do not optimise
    std::string cpu_lowering{};  ///< as in ProgramOptions; nothing to CUDA
};

/// Machine code for one device, opaque to all but the backend that loads it.
struct Binary {
    std::vector<std::byte> image;
    /// Symbol of each instantiation that was asked for.
    std::map<std::string, std::string> symbols;
    std::vector<Diagnostic> warnings;
};

/// Turns source into a binary: NVRTC for CUDA, Clang for the CPU. Safe to call from many threads.
class SourceCompiler {
public:
    virtual ~SourceCompiler() = default;
    /// Compiler, version and target: all that makes the binary differ besides the source.
    virtual std::string identity() const = 0;
    /// Throws CompileError.
    virtual Binary compile(const Source& source) const = 0;
    /// Compiles without the disk cache, loads nothing, and tells what became of the kernels.
    /// Throws CompileError; Error(not_found) for a wanted kernel that is not there, and
    /// Error(unsupported) if there is no machine code to look at.
    virtual Listing inspect(const Source& source, const InspectOptions& options) const = 0;
};

}  // namespace glint::compiler
