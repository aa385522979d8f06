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
    native,  ///< code that a device of this architecture can load
    ptx,     ///< CUDA's virtual instruction set, as text
    ltoir,   ///< CUDA's intermediate code, optimized at link time
};

/// A CUDA C++ source, and options for its compilation.
struct Source {
    std::string name;  ///< path or label for messages
    std::string text;
    std::vector<std::string> instantiations;  ///< template kernels such as "scale<float, 256>"
    std::vector<std::string> include_folders;
    std::vector<std::pair<std::string, std::string>> defines;
    bool fast_math = false;
    bool debug = false;          ///< true to include debug information and not to optimize
    std::string cpu_lowering{};  ///< as in ProgramOptions; ignored by CUDA
    /// Contents of headers, by name or by full path. They take precedence over the folders.
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string language_standard = "c++20";
    unsigned max_registers = 0;              ///< as in ProgramOptions; ignored by the CPU
    std::string architecture{};              ///< as in ProgramOptions; determines the compiler
    bool relocatable = false;                ///< true if it may call functions linked in later
    std::vector<std::string> nvrtc_flags{};  ///< appended to all other flags
    std::vector<std::string> clang_flags{};  ///< appended to all other flags
    BinaryKind kind = BinaryKind::native;
    bool log_warnings = true;  ///< true if the caller logs compiler warnings
};

/// The result of a compilation: machine code in the format of the backend that loads it, or
/// intermediate code.
struct Binary {
    std::vector<std::byte> image;
    /// Maps each requested instantiation to its symbol.
    std::map<std::string, std::string> symbols;
    std::vector<Diagnostic> warnings;
    /// Symbols of the kernels that wait for the whole grid. See ptx.hpp for the limits of this
    /// detection.
    std::vector<std::string> cooperative_kernels{};
    /// Kernels whose results may depend on the order of their threads. Maps each kernel's symbol to
    /// one of the reasons below. Integer sums, minima and similar atomic operations do not depend
    /// on the order, unless the kernel uses the values that they return.
    std::map<std::string, std::string> unordered_kernels{};
};
inline constexpr const char* kAddsFloatsByAtomics = "it adds floats with atomics";
inline constexpr const char* kUsesWhatAtomicsGive = "it uses the results of atomics";
inline constexpr const char* kExchangesByAtomics = "it exchanges values with atomics";

/// Returns the address that the variable with this symbol has in this process, or nullptr if the
/// variable is not shared.
using FindVariable = std::function<const void*(const std::string& symbol)>;

/// Compiles a source to a binary, with NVRTC for CUDA and with Clang for the CPU. Thread-safe.
class SourceCompiler {
public:
    virtual ~SourceCompiler() = default;
    /// Returns a text with the compiler, its version and the target. This text and the source
    /// together determine the binary.
    virtual std::string identity() const = 0;
    /// Throws CompileError. Throws Error(unsupported) for a kind that this compiler cannot produce.
    virtual Binary compile(const Source& source) const = 0;
    /// Returns the kind of binary that `share_variables` requires.
    virtual BinaryKind shareable_kind() const = 0;
    /// Returns an image of `binary` that only this process can use. The image uses the `__device__`
    /// and `__constant__` variables for which `find` returns an address, and has its own copies of
    /// all other variables. On CUDA, a variable that holds a function's address is never shared,
    /// because modules cannot call each other's code.
    virtual std::vector<std::byte> share_variables(const Binary& binary,
                                                   const FindVariable& find) const = 0;
    /// Compiles without the disk cache and without loading the code. Returns a report on the
    /// kernels. Throws CompileError, Error(not_found) for a wanted kernel that does not exist, and
    /// Error(unsupported) if the compilation does not produce machine code.
    virtual Listing inspect(const Source& source, const InspectOptions& options) const = 0;
};

}  // namespace glint::compiler
