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
    bool fast_math = false;  ///< nvcc's --use_fast_math: faster and less exact
    /// Unoptimised, with what a debugger needs. `$GLINT_DEBUG=1` means it for all programs.
    bool debug = false;
    std::vector<std::pair<std::string, std::string>> defines{};
    /// Searched for includes after the source's own folder; glint's `kernels/` comes last.
    std::vector<std::filesystem::path> include_folders{};
    /// Template kernels to compile with the rest: "scale<float, 256>". One that is asked for later
    /// costs another compilation, and on CUDA one by the driver, where it then reads `__constant__`
    /// variables as it reads global memory.
    std::vector<std::string> instantiations{};
    /// How the CPU runs a block's threads: "loops", "fibres" or "lanes"; "" chooses the best for
    /// each kernel and block shape. A kernel that cannot run in the way asked for gives
    /// Error(unsupported) when it is launched. `$GLINT_CPU_LOWERING` ("best" or one of those)
    /// overrides it for the whole process. CUDA does not look at it.
    std::string cpu_lowering{};
    /// Texts that an `#include` finds by these names, before it looks for files.
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string language_standard = "c++20";
    /// The most registers that a thread may use, so that more blocks fit; 0 leaves it to the
    /// compiler. The CPU does not look at it.
    unsigned max_registers = 0;
    /// What to compile for instead of the device's own architecture: "sm_90a" for what that chip
    /// alone has, "compute_80" for PTX that the driver compiles. For CUDA alone: on the CPU it
    /// gives Error(unsupported).
    std::string architecture{};
    /// The code may call functions that are not in this source: it is for a Linker, see
    /// compiler/linker.hpp. For CUDA alone: on the CPU it gives Error(unsupported).
    bool relocatable = false;
    /// Further flags for each compiler, as it documents them, behind those in
    /// `$GLINT_NVRTC_FLAGS` and `$GLINT_CLANG_FLAGS`, where white space separates them. (Clang's
    /// are those of `clang -cc1`.) A flag that the compiler does not know is a CompileError.
    std::vector<std::string> nvrtc_flags{};
    std::vector<std::string> clang_flags{};
    /// Whether what the compiler warns of goes to the log, each warning once in a process and not
    /// again when the program comes out of the cache. `Program::warnings` tells it anyway.
    bool log_warnings = true;
};

/// A CUDA C++ source, compiled for one device while the program runs.
///
/// Binaries are cached on disk, so an unchanged source loads in about a millisecond. Safe to use
/// from many threads, except for moving and destroying.
class Program {
public:
    /// Compiles the file. Throws CompileError with file, line and source line of each error;
    /// Error(not_found) if it is not there.
    Program(const Device& device, const std::filesystem::path& file,
            const ProgramOptions& options = {});

    /// Compiles `text`; messages call it `name`.
    static Program from_text(const Device& device, std::string name, std::string text,
                             const ProgramOptions& options = {});

    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;
    ~Program();

    /// The kernel called `expression`: a name ("step", "physics::step"), or a template with its
    /// arguments ("scale<float, 256>"). The result outlives the program and follows its reloads. A
    /// template that is asked for later is compiled from the texts in use; other kernels, captured
    /// launches and variables stay as and where they are, and it shares those variables.
    /// Throws Error(not_found), naming near kernels, CompileError for a template that does not
    /// compile with these arguments, and Error(invalid_argument) if the signature does not fit.
    template <class Signature>
    Kernel<Signature> kernel(std::string_view expression) {
        return Kernel<Signature>(slot(expression));
    }

    /// The kernel called `expression`, for a signature that only the running program knows;
    /// otherwise like kernel<Signature>().
    AnyKernel kernel(std::string_view expression) { return AnyKernel(slot(expression)); }

    /// A `__device__` or `__constant__` variable, by its name or symbol: one for all kernels of the
    /// program. It belongs to the code loaded now: after a reload, ask again. Throws
    /// Error(not_found), and Error(invalid_argument) if its size is no multiple of T's, or if the
    /// source itself declares it, by the language's own names, as numbers or pointers that T is
    /// not. A T that is a struct or std::byte may stand for any.
    template <class T>
    DeviceSpan<T> global(std::string_view symbol) {
        const driver::Module::Global found =
            find_global(symbol, {detail::value_type<T>(), sizeof(T)});
        return {static_cast<T*>(found.address), found.size_bytes / sizeof(T)};
    }

    /// The annotated parameter struct of the source; see compiler/detail/reflection.hpp for its
    /// form. Throws Error(not_found) or Error(bad_input), naming the line. Once it was read, a
    /// reload of a source in which it cannot be read fails.
    ParameterSet parameters(std::string_view struct_name = "Params") const;

    /// Compiles again if the file, or one that it includes, has other content than before, and
    /// returns whether new code is in use. The old code stays, and `reload_error` says why, if the
    /// new source does not compile or does not fit the host: a kernel, variable or parameter struct
    /// that was asked for is gone, or a kernel takes other arguments than it is launched with
    /// (those of a Kernel's signature, and of an AnyKernel's last launch).
    /// Structs of parameters may change: the caller asks `parameters` for them again.
    /// Costs a look at the files' times when nothing changed.
    bool reload_if_changed();

    /// The same, and brings each of `adopting`, which this source declares, up to date with it by
    /// ParameterSet::adopt_values. A source that lacks a parameter that one of them was asked for
    /// by name is not taken into use, nor one in which another struct has another size.
    bool reload_if_changed(std::span<ParameterSet* const> adopting);

    /// What messages call it: the file, or the name of a program from text.
    std::string name() const;

    /// Why the last reload failed; empty if it did not.
    std::string reload_error() const;

    /// Kernels in the loaded code, by name without parameters; templates as instantiated.
    std::vector<std::string> kernel_names() const;

    /// The symbols of the loaded code's `__device__` and `__constant__` variables, sorted. Throws
    /// Error(unsupported) where the driver compiled PTX, which does not tell.
    std::vector<std::string> variable_symbols() const;

    /// The kernels whose results may depend on the order in which threads come, by symbol, and why,
    /// as the compiled code tells: "it adds floats by atomics".
    std::map<std::string, std::string> unordered_kernels() const;

    /// What the compiler warned of.
    std::vector<Diagnostic> warnings() const;

    /// Whether the loaded code came out of the disk cache.
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
