// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <glint/backend/source/compile_error.hpp>
#include <glint/backend/source/listing.hpp>

namespace glint::compiler {

/// What to make of a source.
enum class BinaryKind {
    native,  ///< what a device of that architecture loads
    ptx,     ///< CUDA's virtual machine code, as text
    ltoir,   ///< CUDA's intermediate code, which a linker optimises together with other code
};

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
    /// Texts that includes find by these names, whole paths among them, before the folders.
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string language_standard = "c++20";
    unsigned max_registers = 0;              ///< as in ProgramOptions; nothing to the CPU
    std::string architecture{};              ///< as in ProgramOptions; chooses the compiler
    bool relocatable = false;                ///< may call what only a linker adds
    std::vector<std::string> nvrtc_flags{};  ///< after all others
    std::vector<std::string> clang_flags{};  ///< after all others
    BinaryKind kind = BinaryKind::native;
    bool log_warnings = true;  ///< whoever has it compiled logs what the compiler warned of
};

/// Machine code for one device, opaque to all but the backend that loads it; or code on the way
/// there.
struct Binary {
    std::vector<std::byte> image;
    /// Symbol of each instantiation that was asked for.
    std::map<std::string, std::string> symbols;
    std::vector<Diagnostic> warnings;
    /// Symbols of the kernels that wait for the whole grid; see ptx.hpp for what it cannot tell.
    std::vector<std::string> cooperative_kernels{};
    /// Symbols of the kernels whose results may depend on the order in which threads come, and one
    /// of the reasons below. Sums, minima and the like of integers do not, where nobody looks at
    /// what they give back.
    std::map<std::string, std::string> unordered_kernels{};
};
inline constexpr const char* kAddsFloatsByAtomics = "it adds floats by atomics";
inline constexpr const char* kUsesWhatAtomicsGive = "it uses the results of atomics";
inline constexpr const char* kExchangesByAtomics = "it exchanges values by atomics";

/// Where a variable of this symbol lies in this process; nullptr where there is none to share.
using FindVariable = std::function<const void*(const std::string& symbol)>;

/// Turns source into a binary: NVRTC for CUDA, Clang for the CPU. Safe to call from many threads.
class SourceCompiler {
public:
    virtual ~SourceCompiler() = default;
    /// Compiler, version and target: all that makes the binary differ besides the source.
    virtual std::string identity() const = 0;
    /// Throws CompileError, and Error(unsupported) for a kind that this compiler does not make.
    virtual Binary compile(const Source& source) const = 0;
    /// What a binary must be for `share_variables`.
    virtual BinaryKind shareable_kind() const = 0;
    /// The image of `binary`, for this process alone, whose `__device__` and `__constant__`
    /// variables are those that `find` knows; only the others are its own. Variables that hold
    /// addresses of functions stay its own on CUDA, where code calls no code of other modules.
    virtual std::vector<std::byte> share_variables(const Binary& binary,
                                                   const FindVariable& find) const = 0;
    /// Compiles without the disk cache, loads nothing, and tells what became of the kernels.
    /// Throws CompileError; Error(not_found) for a wanted kernel that is not there, and
    /// Error(unsupported) if there is no machine code to look at.
    virtual Listing inspect(const Source& source, const InspectOptions& options) const = 0;
};

}  // namespace glint::compiler
