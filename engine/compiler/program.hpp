// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/backend/source/compile_error.hpp>
#include <glint/base/parameters.hpp>
#include <glint/driver/any_kernel.hpp>
#include <glint/driver/copies.hpp>
#include <glint/driver/device.hpp>
#include <glint/driver/kernel.hpp>

namespace glint {

using compiler::CompileError;
using compiler::Diagnostic;

struct ProgramOptions {
    bool fast_math = false;  ///< nvcc's --use_fast_math: faster but less accurate
    /// Unoptimized, with debug information. `$GLINT_DEBUG=1` sets this for all programs.
    bool debug = false;
    std::vector<std::pair<std::string, std::string>> defines{};
    /// Searched for includes after the source's own folder; glint's `kernels/` is searched last.
    std::vector<std::filesystem::path> include_folders{};
    /// Template kernels to compile with the other kernels, such as "scale<float, 256>". Requesting
    /// a template kernel later costs another compilation, and on CUDA also one by the driver. Such
    /// a kernel then reads `__constant__` variables as global memory.
    std::vector<std::string> instantiations{};
    /// The way in which the CPU runs a block's threads: "loops", "fibres" or "lanes". "" chooses
    /// the best for each kernel and block shape. Launching a kernel that does not support the
    /// requested way throws Error(unsupported). `$GLINT_CPU_LOWERING` ("best" or one of those)
    /// overrides it for the whole process. Ignored by CUDA.
    std::string cpu_lowering{};
    /// Header texts with their include names, which take precedence over files.
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string language_standard = "c++20";
    /// Maximum number of registers per thread, so that more blocks fit; 0 leaves it to the
    /// compiler. Ignored by the CPU.
    unsigned max_registers = 0;
    /// The architecture to compile for, instead of the device's own: "sm_90a" for features of
    /// exactly that chip, "compute_80" for PTX that the driver compiles. Supported only on CUDA:
    /// throws Error(unsupported) on the CPU.
    std::string architecture{};
    /// The code may call functions outside of this source and needs a Linker; see
    /// compiler/linker.hpp. Supported only on CUDA: throws Error(unsupported) on the CPU.
    bool relocatable = false;
    /// Additional compiler flags, passed after the flags in `$GLINT_NVRTC_FLAGS` and
    /// `$GLINT_CLANG_FLAGS`, which are separated by white space. (Clang's flags are those of
    /// `clang -cc1`.) An unknown flag causes a CompileError.
    std::vector<std::string> nvrtc_flags{};
    std::vector<std::string> clang_flags{};
    /// Log compiler warnings, each once per process and not again when the program comes from the
    /// cache. `Program::warnings` returns them in any case.
    bool log_warnings = true;
};

/// A CUDA C++ source, compiled for one device at run time.
///
/// Binaries are cached on disk, so an unchanged source loads in about a millisecond. Thread-safe,
/// except for moving and destroying.
class Program {
public:
    /// Compiles the file. Throws CompileError with file, line and source line of each error;
    /// Error(not_found) if the file does not exist.
    Program(const Device& device, const std::filesystem::path& file,
            const ProgramOptions& options = {});

    /// Compiles `text`, called `name` in messages.
    static Program from_text(const Device& device, std::string name, std::string text,
                             const ProgramOptions& options = {});

    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;
    ~Program();

    /// Returns the kernel `expression`: a name ("step", "physics::step"), or a template with its
    /// arguments ("scale<float, 256>"). The result outlives the program and refers to the new code
    /// after a reload. A template that is first requested here is compiled from the source text in
    /// use. It shares the program's variables; other kernels, captured launches and variables are
    /// not affected. Throws Error(not_found), naming similar kernels, CompileError for a template
    /// that does not compile with these arguments, and Error(invalid_argument) if the signature
    /// does not match.
    template <class Signature>
    Kernel<Signature> kernel(std::string_view expression) {
        return Kernel<Signature>(slot(expression));
    }

    /// Returns the kernel `expression` for a signature that is known only at run time; otherwise
    /// like kernel<Signature>().
    AnyKernel kernel(std::string_view expression) { return AnyKernel(slot(expression)); }

    /// Returns a `__device__` or `__constant__` variable by its name or symbol; all kernels of the
    /// program share it. It belongs to the currently loaded code, so request it again after a
    /// reload.
    /// Throws Error(not_found). Throws Error(invalid_argument) if its size is not a multiple of T's
    /// size, or if the source declares it with a built-in type, number or pointer, that differs
    /// from T. If T is a struct or std::byte, it matches any type.
    template <class T>
    DeviceSpan<T> global(std::string_view symbol) {
        const driver::Module::Global found =
            find_global(symbol, {detail::value_type<T>(), sizeof(T)});
        return {static_cast<T*>(found.address), found.size_bytes / sizeof(T)};
    }

    /// Returns the annotated parameter struct of the source; see compiler/detail/reflection.hpp for
    /// its format. Throws Error(not_found) or Error(bad_input), naming the line. After the first
    /// call, a reload fails if the struct cannot be parsed in the new source.
    ParameterSet parameters(std::string_view struct_name = "Params") const;

    /// Recompiles if the file, or a file that it includes, has changed. Returns true if new code is
    /// in use. The old code stays in use, and `reload_error` gives the reason, if the new source
    /// does not compile or does not match the host: a requested kernel, variable or parameter
    /// struct is missing, or a kernel takes different arguments than its Kernel's signature or its
    /// AnyKernel's last launch. Parameter structs may change; the caller requests them again from
    /// `parameters`. If nothing changed, only checks file times.
    bool reload_if_changed();

    /// Like reload_if_changed(), and also updates each of `adopting`, which this source declares,
    /// with ParameterSet::adopt_values. Rejects a source that lacks a parameter that was requested
    /// by name from one of them, and a source in which another struct's size has changed.
    bool reload_if_changed(std::span<ParameterSet* const> adopting);

    /// Name in messages: the file, or the given name of a program from text.
    std::string name() const;

    /// Reason why the last reload failed; empty if it did not.
    std::string reload_error() const;

    /// Names of the kernels in the loaded code, without parameters. For templates, the
    /// instantiations.
    std::vector<std::string> kernel_names() const;

    /// Sorted symbols of the loaded code's `__device__` and `__constant__` variables. Throws
    /// Error(unsupported) if the driver compiled PTX, which does not list them.
    std::vector<std::string> variable_symbols() const;

    /// Kernels whose results may depend on thread order, by symbol, with the reason according to
    /// the compiled code: "it adds floats with atomics".
    std::map<std::string, std::string> unordered_kernels() const;

    /// Compiler warnings.
    std::vector<Diagnostic> warnings() const;

    /// True if the loaded code came from the disk cache.
    bool was_cached() const;

    const Device& device() const;

private:
    struct State;
    explicit Program(std::unique_ptr<State> state);

    std::shared_ptr<const detail::KernelSlot> slot(std::string_view expression);
    driver::Module::Global find_global(std::string_view symbol, const driver::SpelledType& element);

    std::unique_ptr<State> state_;
};

}  // namespace glint
