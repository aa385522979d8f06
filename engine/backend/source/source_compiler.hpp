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

/// Output formats of a compilation.
enum class BinaryKind {
    native,  ///< code that a device of the architecture can load
    ptx,     ///< CUDA's virtual instruction set, as text
    ltoir,   ///< CUDA's intermediate code, which is optimized at link time
};

/// A CUDA C++ source and how to compile it.
struct Source {
    std::string name;  ///< path or label shown in messages
    std::string text;
    std::vector<std::string> instantiations;  ///< template kernels: "scale<float, 256>"
    std::vector<std::string> include_folders;
    std::vector<std::pair<std::string, std::string>> defines;
    bool fast_math = false;
    bool debug = false;          ///< keep debug information, do not optimize
    std::string cpu_lowering{};  ///< as in ProgramOptions; ignored by CUDA
    /// Contents for includes by name or by full path; take precedence over the folders.
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string language_standard = "c++20";
    unsigned max_registers = 0;              ///< as in ProgramOptions; ignored by the CPU
    std::string architecture{};              ///< as in ProgramOptions; selects the compiler
    bool relocatable = false;                ///< may call functions that are linked in later
    std::vector<std::string> nvrtc_flags{};  ///< appended to all other flags
    std::vector<std::string> clang_flags{};  ///< appended to all other flags
    BinaryKind kind = BinaryKind::native;
    bool log_warnings = true;  ///< true if the caller logs the compiler's warnings
};

/// Machine code for one device, opaque except to the backend that loads it, or intermediate code.
struct Binary {
    std::vector<std::byte> image;
    /// Symbol of each requested instantiation.
    std::map<std::string, std::string> symbols;
    std::vector<Diagnostic> warnings;
    /// Symbols of the kernels that wait for the whole grid; see ptx.hpp for the limits of
    /// detection.
    std::vector<std::string> cooperative_kernels{};
    /// Symbols of the kernels whose results may depend on thread order, each with one of the
    /// reasons below. Integer sums, minima and similar atomic operations do not count unless the
    /// returned values are used.
    std::map<std::string, std::string> unordered_kernels{};
};
inline constexpr const char* kAddsFloatsByAtomics = "it adds floats with atomics";
inline constexpr const char* kUsesWhatAtomicsGive = "it uses the results of atomics";
inline constexpr const char* kExchangesByAtomics = "it exchanges values with atomics";

/// Returns the address in this process of the variable with this symbol; nullptr if it is not
/// shared.
using FindVariable = std::function<const void*(const std::string& symbol)>;

/// Compiles source to a binary: NVRTC for CUDA, Clang for the CPU. Thread-safe.
class SourceCompiler {
public:
    virtual ~SourceCompiler() = default;
    /// Compiler, version and target: everything besides the source that affects the binary.
    virtual std::string identity() const = 0;
    /// Throws CompileError, and Error(unsupported) for a kind that this compiler cannot produce.
    virtual Binary compile(const Source& source) const = 0;
    /// The kind that `share_variables` requires.
    virtual BinaryKind shareable_kind() const = 0;
    /// Returns an image of `binary` for this process only. It uses the `__device__` and
    /// `__constant__` variables that `find` knows, and has its own copies of all other variables.
    /// On CUDA, variables that hold function addresses are not shared, because modules cannot call
    /// each other's code.
    virtual std::vector<std::byte> share_variables(const Binary& binary,
                                                   const FindVariable& find) const = 0;
    /// Compiles without the disk cache and without loading, and reports on the kernels. Throws
    /// CompileError; Error(not_found) for a wanted kernel that does not exist, and
    /// Error(unsupported) if there is no machine code to inspect.
    virtual Listing inspect(const Source& source, const InspectOptions& options) const = 0;
};

}  // namespace glint::compiler
