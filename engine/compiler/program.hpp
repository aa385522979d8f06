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
    bool fast_math = false;  ///< like nvcc's --use_fast_math: faster, but less accurate
    /// True to compile without optimization and with debug information. The environment variable
    /// `GLINT_DEBUG=1` sets this option for all programs.
    bool debug = false;
    std::vector<std::pair<std::string, std::string>> defines{};
    /// Folders to search for includes, after the source's own folder and before glint's `kernels/`.
    std::vector<std::filesystem::path> include_folders{};
    /// Template kernels to compile with the other kernels, such as "scale<float, 256>". Each
    /// template kernel that is requested later requires another compilation, and on CUDA also a
    /// compilation by the driver. On CUDA, kernels that are requested later read `__constant__`
    /// variables as global memory.
    std::vector<std::string> instantiations{};
    /// The lowering with which the CPU runs the threads of a block: "loops", "fibres" or "lanes".
    /// If empty, each kernel and block shape gets the best lowering. The launch of a kernel that
    /// does not support the requested lowering throws Error(unsupported). `$GLINT_CPU_LOWERING`
    /// ("best" or a lowering) overrides this option in the whole process. Ignored by CUDA.
    std::string cpu_lowering{};
    /// Headers as pairs of include name and text. They take precedence over files.
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string language_standard = "c++20";
    /// Maximum number of registers per thread. With a lower maximum, more blocks fit on a
    /// multiprocessor. If 0, the compiler decides. Ignored by the CPU.
    unsigned max_registers = 0;
    /// Architecture to compile for. If empty, that of the device. For example, "sm_90a" enables
    /// features of exactly that chip, and "compute_80" generates PTX, which the driver compiles.
    /// Supported only on CUDA. On the CPU, the program throws Error(unsupported).
    std::string architecture{};
    /// True if the code may call functions that other sources define. A Linker must then link it;
    /// see compiler/linker.hpp. Supported only on CUDA. On the CPU, the program throws
    /// Error(unsupported).
    bool relocatable = false;
    /// More compiler flags. They follow the flags in `$GLINT_NVRTC_FLAGS` and `$GLINT_CLANG_FLAGS`,
    /// which are separated by white space. (Clang's flags are those of `clang -cc1`.) An unknown
    /// flag causes a CompileError.
    std::vector<std::string> nvrtc_flags{};
    std::vector<std::string> clang_flags{};
    /// True to log compiler warnings. Logs each warning once per process, and does not log the
    /// warnings of a program from the disk cache. `Program::warnings` always returns them.
    bool log_warnings = true;
};

/// A CUDA C++ source that is compiled for a device at run time.
///
/// Binaries are cached on disk, so that an unchanged source loads in about a millisecond.
/// Thread-safe, except for moving and destroying the program.
class Program {
public:
    /// Compiles a file. Throws CompileError with file, line and source line of each error, and
    /// Error(not_found) if the file does not exist.
    Program(const Device& device, const std::filesystem::path& file,
            const ProgramOptions& options = {});

    /// Compiles `text`. Error messages use `name` as its file name.
    static Program from_text(const Device& device, std::string name, std::string text,
                             const ProgramOptions& options = {});

    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;
    ~Program();

    /// Returns the kernel `expression`: a name ("step", "physics::step"), or a template with its
    /// arguments ("scale<float, 256>"). The result outlives the program. After a reload, it refers
    /// to the new code. If the template was not instantiated with these arguments before, this
    /// function compiles it from the current source text. The new kernel shares the variables of
    /// the program. Other kernels, captured launches and variables do not change. Throws
    /// Error(not_found), naming similar kernels. Throws CompileError for a template that does not
    /// compile with these arguments, and Error(invalid_argument) if the signature does not match.
    template <class Signature>
    Kernel<Signature> kernel(std::string_view expression) {
        return Kernel<Signature>(slot(expression));
    }

    /// Returns the kernel `expression`, whose signature is known only at run time. Otherwise like
    /// kernel<Signature>().
    AnyKernel kernel(std::string_view expression) { return AnyKernel(slot(expression)); }

    /// Returns a `__device__` or `__constant__` variable by its name or symbol. All kernels of the
    /// program share the variable. The result refers to the code that is loaded now: after a
    /// reload, request the variable again. Throws Error(not_found) if the variable does not exist.
    /// Throws Error(invalid_argument) if its size is not a multiple of T's size, or if the source
    /// declares it with a built-in type (a number or pointer) that differs from T. A struct T and
    /// std::byte match any type.
    template <class T>
    DeviceSpan<T> global(std::string_view symbol) {
        const driver::Module::Global found =
            find_global(symbol, {detail::value_type<T>(), sizeof(T)});
        return {static_cast<T*>(found.address), found.size_bytes / sizeof(T)};
    }

    /// Returns an annotated parameter struct of the source; see compiler/detail/reflection.hpp for
    /// its format. Throws Error(not_found) if the source does not define the struct, and
    /// Error(bad_input), with the line, if the struct cannot be parsed. After the first call for a
    /// struct, a reload fails if the struct cannot be parsed in the new source.
    ParameterSet parameters(std::string_view struct_name = "Params") const;

    /// If the file or a file that it includes has changed, compiles the source again and returns
    /// true. Returns false if no file has changed (only times and sizes are compared). Also returns
    /// false if the new source cannot be used. In that case, the old code stays in use, and
    /// `reload_error` returns the reason: the source does not compile, lacks a requested kernel,
    /// variable or parameter struct, or has a kernel whose arguments differ from its Kernel's
    /// signature or its AnyKernel's last launch. Parameter structs may change; the caller gets them
    /// again from `parameters`.
    bool reload_if_changed();

    /// Like reload_if_changed() above, but also updates each struct in `adopting` with
    /// ParameterSet::adopt_values. These must be structs of this source. Rejects a source that
    /// lacks a parameter that was requested by name from one of these structs. Also rejects a
    /// source in which the size of any other struct has changed.
    bool reload_if_changed(std::span<ParameterSet* const> adopting);

    /// Returns the program's name in messages: the path of the file, or the name given to
    /// from_text().
    std::string name() const;

    /// Returns the reason why the last reload failed, or "" if it succeeded.
    std::string reload_error() const;

    /// Returns the names of the kernels in the loaded code, without parameters. For templates,
    /// returns the names of the instantiations.
    std::vector<std::string> kernel_names() const;

    /// Returns the symbols of the loaded code's `__device__` and `__constant__` variables, sorted.
    /// Throws Error(unsupported) if the driver compiled PTX, for which it does not list variables.
    std::vector<std::string> variable_symbols() const;

    /// Returns the kernels whose results may depend on the order of threads, according to the
    /// compiled code. Maps each kernel's symbol to the reason, such as "it adds floats with
    /// atomics".
    std::map<std::string, std::string> unordered_kernels() const;

    /// Returns the compiler's warnings.
    std::vector<Diagnostic> warnings() const;

    /// Returns true if the loaded code came from the disk cache.
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
